import fc from 'fast-check';

import type {
	ApiErrorReason,
	RequestOutcome,
} from '../../../nodes/ChannelMessaging/client/apiError';
import { responseError } from '../../../nodes/ChannelMessaging/client/responseError';
import { apiErrorWith } from './apiErrorWith';
import { apiResponse, textResponse } from './apiResponse';

const errorResponse = (status: number, message?: string) =>
	apiResponse({ status: 'error', message, data: [] }, status);

describe('the error of a response', () => {
	const wrongFile =
		'Sorry, Url provided is not an image/audio/video file: https://files.example.com/a.txt';

	it.each<{
		statuses: number[];
		message: string;
		reason: ApiErrorReason;
		outcome?: RequestOutcome;
	}>([
		{ statuses: [401], message: 'API Token is invalid.', reason: 'tokenInvalid' },
		{ statuses: [200, 429], message: 'Too many requests', reason: 'rateLimited' },
		{ statuses: [405], message: '405 Method Not Allowed.', reason: 'methodNotAllowed' },
		{ statuses: [403], message: 'The contact has blocked the channel', reason: 'rejected' },
		{ statuses: [403, 404], message: 'Contact not found.', reason: 'rejected' },
		{ statuses: [101], message: 'Contact not found.', reason: 'rejected', outcome: 'unknown' },
		{ statuses: [500], message: 'Contact not found.', reason: 'serverFault', outcome: 'unknown' },
		{ statuses: [200, 403, 500], message: wrongFile, reason: 'wrongFileKind' },
		{ statuses: [200, 201, 400, 404, 409, 422, 499], message: 'No.', reason: 'rejected' },
		{
			statuses: [500, 503, 599],
			message: 'Bad Gateway',
			reason: 'serverFault',
			outcome: 'unknown',
		},
		{ statuses: [301, 307, 308], message: 'Elsewhere', reason: 'redirected' },
		{
			statuses: [300, 302, 303, 304, 399],
			message: 'Elsewhere',
			reason: 'redirected',
			outcome: 'unknown',
		},
	])('maps $statuses $message to $reason', ({ statuses, message, reason, outcome = 'notDone' }) => {
		for (const status of statuses) {
			const response = errorResponse(status, message);
			const details = { reason, outcome, status, serviceMessage: message };
			expect(responseError(response)?.details).toMatchObject(details);
		}
	});

	it.each([429, 503])('contains the delay in Retry-After if the status is %d', (status) => {
		const response = { ...errorResponse(status, 'Wait'), headers: { 'retry-after': '60' } };
		expect(responseError(response)?.details).toMatchObject({ retryAfterMs: 60_000 });
	});

	it("truncates the service's message and removes line breaks", () => {
		const details = responseError(errorResponse(403, `a\n${'b'.repeat(500)}`))?.details;
		expect(details?.serviceMessage).toBe(`a ${'b'.repeat(198)}…`);
	});

	it.each([
		['is missing', apiResponse({}, 403)],
		['is blank', apiResponse({ message: ' \n' }, 403)],
		['is not a text', apiResponse({ message: { en: 'No' } }, 403)],
		['is not in a JSON object', textResponse('Forbidden', 403)],
	])("omits the service's message if it %s", (_, response) => {
		const { details } = responseError(response) ?? {};
		expect(details).toEqual({ reason: 'rejected', outcome: 'notDone', status: 403 });
	});
});

describe('the error of a response with a date in Retry-After', () => {
	const now = Date.UTC(2025, 5, 1, 12);

	it('ignores the clock skew of n8n if the response has a date', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: 1, max: 900 }),
				fc.integer({ min: -100_000, max: 100_000 }),
				(seconds, differenceSeconds) => {
					const headers = {
						date: new Date(now).toUTCString(),
						'retry-after': new Date(now + seconds * 1_000).toUTCString(),
					};
					const clock = now + differenceSeconds * 1_000;
					const details = responseError(apiResponse({}, 429, headers), clock)?.details;
					expect(details).toHaveProperty('retryAfterMs', seconds * 1_000);
				},
			),
		);
	});

	it.each([undefined, 'yesterday', ['a', 'b']])(
		"uses n8n's clock if the response's date is %s",
		(date) => {
			const headers = { date, 'retry-after': new Date(now + 60_000).toUTCString() };
			const details = responseError(apiResponse({}, 429, headers), now)?.details;
			expect(details).toHaveProperty('retryAfterMs', 60_000);
		},
	);
});

describe('errorOf', () => {
	const truncated = apiErrorWith('connectionLost', 'unknown');

	it.each([
		['a JSON object', apiResponse({ status: 'Success' })],
		['other JSON', textResponse('[]')],
		['an empty body', textResponse('', 204)],
		['a blank body', textResponse(' \r\n')],
		['a truncated body', { ...textResponse('{"status": "Succ'), truncated }],
		['a truncated list', { ...textResponse(' [{'), truncated }],
		['a body of which nothing arrived', { ...textResponse(''), truncated }],
		['a contact that has a status', apiResponse({ data: { status: 'error' } })],
	])('returns no error for a 2xx response with %s', (_, response) => {
		expect(responseError(response)).toBeUndefined();
	});

	it('returns an error with an unknown outcome for a web page with the status 200', () => {
		expect(responseError(textResponse('<h1>Welcome</h1>'))?.details).toEqual({
			reason: 'unreadable',
			outcome: 'unknown',
			status: 200,
			expected: 'json',
			excerpt: '<h1>Welcome</h1>',
		});
	});

	it('returns an error with an unknown outcome for a truncated web page with the status 200', () => {
		const page = { ...textResponse('<h1>Welc'), truncated };
		const unreadable = { reason: 'unreadable', outcome: 'unknown', excerpt: '<h1>Welc' };
		expect(responseError(page)?.details).toMatchObject(unreadable);
	});

	it('returns why an error with the status 200 is truncated, with an unknown outcome', () => {
		const error = { ...textResponse('{ "status": "Error", "mess'), truncated };
		const lost = { reason: 'connectionLost', outcome: 'unknown', status: 200 };
		expect(responseError(error)?.details).toMatchObject(lost);
	});

	it('returns an error for every status other than 2xx', () => {
		const statuses = [100, 199, 200, 202, 299, 300, 500];
		const isDone = (status: number) =>
			responseError(apiResponse({ status: 'Success' }, status)) === undefined;
		expect(statuses.filter(isDone)).toEqual([200, 202, 299]);
	});
});
