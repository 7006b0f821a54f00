import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../client/isRecord';
import { parsedJson } from '../parameters/parsedJson';
import {
	type ChatLinkResponse,
	noStore,
	parseChatLinkResponse,
} from '../sendAndWait/chatLinkResponse';

/**
 * The state of the execution that asked the question. `running`: it may not be waiting yet.
 * `ended`: it has continued or is waiting for something else. `deleted`: it was stopped, failed, or
 * was deleted. `unreadable`: n8n failed before it called the node. n8n 2.41 reads an execution and
 * its data separately, which fails if the execution ends in between.
 */
export type LinkState =
	| ChatLinkResponse
	| { state: 'deleted' | 'ended' | 'running' }
	| { state: 'unreadable'; status: number };

/** Part of the page that n8n shows if the execution has ended or continued. */
const endedPage = 'No action required';

/**
 * Returns `undefined` if the response is neither from n8n nor from the node that asked the
 * question.
 */
export function interpretLinkResponse(
	status: number,
	text: string,
	headers: IDataObject = {},
): LinkState | undefined {
	const json = parsedJson(text)?.value;
	const response = parseChatLinkResponse(json);
	// The node sets this response before n8n resumes the execution. If n8n fails to resume it, the
	// status is an error.
	if (response !== undefined) {
		return status < 400 || response.state !== 'answered' ? response : undefined;
	}
	if (status === 200 && text.includes(endedPage)) return { state: 'ended' };
	// Since 2.41, n8n redirects to the form if the execution is now waiting for a form.
	if (status === 307 && String(headers.location).includes('/form-waiting/'))
		return { state: 'ended' };
	const message = isRecord(json) && typeof json.message === 'string' ? json.message : '';
	if (status === 404 && message.includes('does not exist')) return { state: 'deleted' };
	// n8n keeps headers that the node has set, so a response without them means that the node wasn't
	// called.
	const isOfN8n = message !== '' && isRecord(json) && typeof json.code === 'number';
	const wasCalled = String(headers['cache-control'] ?? '').includes(noStore);
	if (status >= 500 && isOfN8n && !wasCalled) return { state: 'unreadable', status };
	if (status !== 409) return undefined;
	if (message.includes('is running already')) return { state: 'running' };
	if (message.includes('has finished with error')) return { state: 'deleted' };
	return message.includes('has finished') ? { state: 'ended' } : undefined;
}
