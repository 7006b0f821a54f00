import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../client/isRecord';

/**
 * The keys in which n8n looks for the decision and the feedback of a human review. The input of a
 * review also contains the agent's input and the model's arguments.
 */
const reviewKeys = ['approved', 'chatInput', 'data'];

/**
 * Returns the input item without an answer. n8n outputs it if the question isn't answered in time,
 * so an approval of something else would count as the answer.
 */
export function unansweredInput(json: IDataObject, isReview: boolean): IDataObject {
	const removed = isReview ? reviewKeys : isAnswer(json.data) ? ['data'] : [];
	return Object.fromEntries(Object.entries(json).filter(([key]) => !removed.includes(key)));
}

/** Recognizes the answers of this node, and the approvals of n8n's own nodes. */
function isAnswer(data: unknown): boolean {
	if (!isRecord(data)) return false;
	const isApproval = typeof data.approved === 'boolean' && Object.keys(data).length === 1;
	return isApproval || data.replaced === true || data.respondedAt !== undefined;
}
