import type { IDataObject } from 'n8n-workflow';

import type { ApiError } from '../client/apiError';
import { partlyDoneSentences } from '../client/errorMessages/partlyDoneItem';
import { redactToken } from '../client/redactToken';
import type { Repetition } from '../operations/operation';
import { errorTextOf } from './nodeError';

/**
 * Returns a result instead of an error, because n8n reduces a tool's error to its message or stops
 * the execution, and AI models repeat failed calls.
 */
export function unknownToolResult(
	error: ApiError,
	repetition: Repetition,
	token: string,
): IDataObject {
	const { title } = errorTextOf(error);
	const message = `${instructionFor(error, repetition)} Cause: ${title}.`;
	return { status: 'unknown', reason: error.reason, message: redactToken(message, token) };
}

function instructionFor({ details }: ApiError, repetition: Repetition): string {
	const progress = partlyDoneSentences(details);
	if (details.messages !== undefined) {
		return [...progress, "Don't send them again; tell the user."].join(' ');
	}
	if (details.saved !== undefined) return progress.join(' ');
	if (typeof repetition === 'object') {
		return `${repetition.possibleEffect}. ${repetition.instruction}`;
	}
	return ['The change may have been made. Retrying is safe.', ...progress].join(' ');
}
