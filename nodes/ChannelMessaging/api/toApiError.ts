import { ApiError } from './apiError';
import type { ApiResponse } from './call';
import { excerpt, jsonBody } from './response';
import { retryAfterMilliseconds } from './retryAfter';

const wrongFileMessage = 'Sorry, Url provided is not an image/audio/video file';

function serviceMessage(answer: ApiResponse): string | undefined {
	const message = jsonBody(answer)?.message;
	if (typeof message !== 'string' || message.trim() === '') return undefined;
	return excerpt({ ...answer, text: message });
}

/** The document writes `Success` and `success`: case tells nothing. */
function saysError(answer: ApiResponse): boolean {
	const status = jsonBody(answer)?.status;
	return typeof status === 'string' && status.toLowerCase() === 'error';
}

/**
 * Whether an answer says that the call was done. The document gives a status of 200 for most calls
 * and none for some (section 4), so any 2xx counts unless the envelope itself says `error`.
 */
export function isDone(answer: ApiResponse): boolean {
	return answer.status >= 200 && answer.status < 300 && !saysError(answer);
}

/**
 * The failure that an answer stands for, from the table of section 7.
 *
 * @param date now, in milliseconds since the epoch: the answer may ask to wait until a date
 */
export function toApiError(answer: ApiResponse, date = Date.now()): ApiError {
	const said = { status: answer.status, serviceMessage: serviceMessage(answer) };
	if (said.serviceMessage?.startsWith(wrongFileMessage)) {
		return new ApiError({
			...said,
			reason: 'wrongFileKind',
			outcome: 'notDone',
			title: "The address in 'URL' is not a file of the chosen kind",
			advice:
				"Check that 'URL' leads straight to the file, without signing in, and that it is the kind of file that 'Message Type' says.",
		});
	}
	switch (answer.status) {
		case 401:
			return new ApiError({
				...said,
				reason: 'tokenInvalid',
				outcome: 'notDone',
				title: 'The channel token was not accepted',
				advice:
					'Generate a token in the channel settings, with the key icon next to the channel, and put it into the credential.',
			});
		case 403:
			return new ApiError({
				...said,
				reason: 'refused',
				outcome: 'notDone',
				title: 'The service refused the call',
				advice:
					'Check the contact and the values of this item against what the service says, then run it again.',
			});
		case 405:
			return new ApiError({
				...said,
				reason: 'methodNotAllowed',
				outcome: 'notDone',
				title: 'The service does not offer this call at this address',
				advice:
					"Check 'Base URL' in the credential: it must be the root of the service's interface, without /v1.",
			});
		case 429:
			return new ApiError({
				...said,
				retryAfterMilliseconds: retryAfterMilliseconds(answer.headers['retry-after'], date),
				reason: 'rateLimited',
				outcome: 'notDone',
				title: 'Rate limit exceeded',
				advice:
					'Other systems may be using the same token. Lower the rates in the credential, or run the workflow again later.',
			});
	}
	if (answer.status >= 500) {
		return new ApiError({
			...said,
			reason: 'serverFault',
			outcome: 'unknown',
			title: `The service answered ${String(answer.status)}, so it may or may not have done the call`,
			advice: 'Look at the service whether the call took outcome before you run this item again.',
		});
	}
	if (answer.status >= 300 && answer.status < 400) {
		return new ApiError({
			...said,
			reason: 'redirected',
			outcome: 'notDone',
			title: `The service answered ${String(answer.status)} and pointed to another address`,
			advice:
				"The token is never sent on to another address. Put the final address into 'Base URL' of the credential.",
		});
	}
	if (answer.status >= 200 && answer.status < 300) {
		return new ApiError({
			...said,
			reason: 'refused',
			outcome: 'notDone',
			title: 'The service answered that the call did not succeed',
			advice: 'Check the values of this item against what the service says, then run it again.',
		});
	}
	return new ApiError({
		...said,
		reason: 'refused',
		outcome: answer.status >= 400 ? 'notDone' : 'unknown',
		title: `The service refused the call with status ${String(answer.status)}`,
		advice:
			"Check the values of this item, and 'Base URL' in the credential, against what the service says.",
	});
}

/** An answer of 2xx to a read whose body isn't what the document shows. */
export function unreadable(answer: ApiResponse, expected: string): ApiError {
	return new ApiError({
		reason: 'unreadable',
		outcome: 'unknown',
		status: answer.status,
		title: `The service's answer is not ${expected}`,
		advice: `It began with: ${excerpt(answer)}. Check 'Base URL' in the credential: it must be the root of the service's interface.`,
	});
}
