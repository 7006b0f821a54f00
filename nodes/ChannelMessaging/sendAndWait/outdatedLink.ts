import { isRecord } from '../client/isRecord';
import { type AskedQuestion, linkNames } from './question';

/** Returns whether the link belongs to a different question, such as an earlier one in a loop. */
export function isOtherQuestion({ id }: AskedQuestion, query: unknown): boolean {
	return !isRecord(query) || query[linkNames.question] !== id;
}

/**
 * Returns whether the question has expired. The execution may still be waiting because n8n ends
 * short waits up to a minute late.
 */
export function hasExpired({ until }: AskedQuestion, now: number): boolean {
	return until !== undefined && now >= until;
}
