import type { IDataObject } from 'n8n-workflow';

import type { RateLimitBucket } from '../rateLimit/rateLimitBucket';
import type { LinkedFile } from './message';
import type { ResponseContent } from './responseLimits';

/** The content of a request. `SendOptions` determines when and how often the request is sent. */
export interface ChannelRequest {
	bucket: RateLimitBucket;
	method: 'GET' | 'POST' | 'PUT' | 'DELETE';
	/** The URL-encoded path relative to the base URL, starting with `/v1/`. */
	path: string;
	query?: Record<string, string>;
	body?: IDataObject;
	/** Determines the size limits for the response. */
	response: ResponseContent;
	/** The message's index within the item. */
	position?: number;
	delayMs?: number;
	/** The file from the input item to which the message links, if any. */
	file?: LinkedFile | undefined;
	/** Whether sending the request twice has the same effect as sending it once. */
	idempotent: boolean;
	/** A request that reads the same contact. During an outage, it can be sent to test the service. */
	test?: ChannelRequest;
}
