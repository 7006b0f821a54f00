import type { IDataObject } from 'n8n-workflow';

import { type Oddity, OddResponse } from '../api/oddResponse';
import { apiErrorText } from './apiErrorText';

const oddities: Readonly<Record<Exclude<Oddity['kind'], 'truncated'>, string>> = {
	empty: 'it is empty',
	noId: "it has no 'id'",
	noSuccess: "its 'status' is not Success",
	notJson: 'it is not a JSON object',
};

/**
 * The output for what was done, which tells of a response that isn't what the document shows.
 *
 * @param done what is certain all the same, as a sentence without its end
 */
export function describeResponse(response: IDataObject | OddResponse, done: string): IDataObject {
	if (!(response instanceof OddResponse)) return response;
	const { oddity, status, body } = response;
	const difference =
		oddity.kind === 'truncated'
			? `it broke off (${apiErrorText(oddity.error).title})`
			: oddities[oddity.kind];
	return {
		warning: `${done}. The service answered ${String(status)}, but with an unusual response: ${difference}.`,
		answer: body,
	};
}
