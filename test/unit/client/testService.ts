import { ApiError } from '../../../nodes/ChannelMessaging/client/apiError';
import type { ChannelSession } from '../../../nodes/ChannelMessaging/client/channelSession';
import type { ChannelRequest } from '../../../nodes/ChannelMessaging/client/channelRequest';
import type { HttpRequest } from '../../../nodes/ChannelMessaging/client/httpRequest';
import { UnknownOutcomeBreaker } from '../../../nodes/ChannelMessaging/rateLimit/unknownOutcomeBreaker';
import type { Flow } from '../../../nodes/ChannelMessaging/rateLimit/flow';
import { RateLimitedQueue } from '../../../nodes/ChannelMessaging/rateLimit/rateLimitedQueue';
import { timings } from '../../../nodes/ChannelMessaging/rateLimit/windowsAndPatience';
import type { RateLimitBucket } from '../../../nodes/ChannelMessaging/rateLimit/rateLimitBucket';
import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellationToken';
import { VirtualClock } from '../../support/virtualClock';
import { apiErrorWith } from './apiErrorWith';
import { apiResponse } from './apiResponse';
import type { Result } from './testChannel';

export const responseMs = 5;

export const send: ChannelRequest = {
	bucket: 'message',
	response: 'envelope',
	method: 'POST',
	path: '/v1/message/sendContent/1',
	idempotent: false,
};
export const read: ChannelRequest = {
	bucket: 'contact',
	response: 'contact',
	method: 'GET',
	path: '/v1/contact/1',
	idempotent: true,
};

export const update: ChannelRequest = { ...read, method: 'PUT', path: '/v1/contact/2' };
export const create: ChannelRequest = {
	bucket: 'contact',
	response: 'contact',
	method: 'POST',
	path: '/v1/contact',
	idempotent: false,
};

export const success = (message = 'done') => apiResponse({ status: 'Success', message });
export const rejected = () => apiErrorWith('rejected', 'notDone');
export const invalidToken = () => apiErrorWith('tokenInvalid', 'notDone');
export const tooMany = (retryAfterMs: number) => {
	const limited = { reason: 'rateLimited', outcome: 'notDone' } as const;
	return new ApiError({ ...limited, status: 429, waitedMs: 0, retryAfterMs });
};
export const serverFault = () => apiErrorWith('serverFault', 'unknown');
export const lost = () => apiErrorWith('connectionLost', 'unknown');
export const notConnected = () => apiErrorWith('notConnected', 'notDone');

/** Responds to requests with prepared results, and then with successes. */
export class TestService {
	readonly clock = new VirtualClock();

	readonly requests: Array<{ path: string; at: number }> = [];

	/** Called with each request before the response. Can throw. */
	onRequest: () => void = () => undefined;

	readonly results: Result[];

	private readonly queues: Record<RateLimitBucket, RateLimitedQueue>;

	/** @param limit the number of requests per window */
	constructor(
		results: readonly Result[] = [],
		private readonly limit = 100,
	) {
		this.results = [...results];
		const outcomes = new UnknownOutcomeBreaker();
		const queueOf = (bucket: RateLimitBucket) =>
			new RateLimitedQueue(timings[bucket], this.clock, () => 0, outcomes);
		this.queues = { message: queueOf('message'), contact: queueOf('contact') };
	}

	get times(): number[] {
		return this.requests.map(({ at }) => at);
	}

	readonly http: HttpRequest = async ({ path }, _timeoutMs, onWritten) => {
		const result = this.results.shift() ?? success();
		this.requests.push({ path, at: this.clock.now() });
		this.onRequest();
		onWritten();
		await this.clock.sleep(responseMs);
		return result;
	};

	openSession(cancellation = new CancellationToken()): ChannelSession {
		const flows: Partial<Record<RateLimitBucket, Flow>> = {};
		return {
			http: this.http,
			flow: (bucket) => (flows[bucket] ??= this.queues[bucket].openFlow({ limit: this.limit })),
			clock: this.clock,
			random: () => 0,
			cancellation,
			isInteractive: false,
		};
	}
}
