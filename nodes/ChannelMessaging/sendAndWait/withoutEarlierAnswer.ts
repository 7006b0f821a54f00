import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../client/isRecord';

/**
 * The keys in which n8n looks for the decision and feedback of a human review. The input of a
 * review also contains the agent's input and the model's arguments.
 */
const reviewKeys = ['approved', 'chatInput', 'data'];

/**
 * Returns the input item without keys that look like an answer. n8n outputs the input item if the
 * question isn't answered in time. Otherwise, an earlier approval of something else would count as
 * the answer.
 */
export function withoutEarlierAnswer(json: IDataObject, isReview: boolean): IDataObject {
	if (isReview) return without(json, reviewKeys);
	const { data } = json;
	if (!isRecord(data)) return json;
	if (data.replaced === true || data.respondedAt !== undefined) return without(json, ['data']);
	if (!('approved' in data)) return json;
	const others = without(data, ['approved']);
	return Object.keys(others).length === 0 ? without(json, ['data']) : { ...json, data: others };
}

function without(record: IDataObject, keys: readonly string[]): IDataObject {
	return Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)));
}
