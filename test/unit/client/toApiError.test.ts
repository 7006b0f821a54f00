import type {
	ApiErrorReason,
	RequestOutcome,
} from '../../../nodes/ChannelMessaging/client/apiError';
import { isDone, toApiError } from '../../../nodes/ChannelMessaging/client/response';
import { apiResponse, oddBodies, textResponse } from './apiResponse';

const refused = (status: number, message?: string) =>
	apiResponse({ status: 'error', message, data: [] }, status);
const wrongFile = 'Sorry, Url provided is not an image/audio/video file';

type Row = [number, string, ApiErrorReason, RequestOutcome];

const statuses = (
	numbers: number[],
	words: string,
	reason: ApiErrorReason,
	outcome: RequestOutcome = 'notDone',
): Row[] => numbers.map((status) => [status, words, reason, outcome]);

/** Status, the service's words, what they stand for, and what is known of the call's outcome. */
const rows: Row[] = [
	[401, 'API Token is invalid.', 'tokenInvalid', 'notDone'],
	[429, 'Too many requests', 'rateLimited', 'notDone'],
	[405, '405 Method Not Allowed.', 'methodNotAllowed', 'notDone'],
	[403, 'The contact has blocked the channel', 'refused', 'notDone'],
	[403, 'Contact not found.', 'contactNotFound', 'notDone'],
	[404, 'contact not found', 'contactNotFound', 'notDone'],
	[404, 'Not Found', 'refused', 'notDone'],
	[101, 'Contact not found.', 'refused', 'unknown'],
	[500, 'Contact not found.', 'serverFault', 'unknown'],
	...statuses([200, 403, 500], `${wrongFile}: https://files.example.com/a.txt`, 'wrongFileKind'),
	...statuses([200, 201, 400, 404, 409, 422, 499], 'No.', 'refused'),
	...statuses([101], 'Anything may have been done', 'refused', 'unknown'),
	...statuses([500, 503, 599], 'Bad Gateway', 'serverFault', 'unknown'),
	...statuses([300, 307, 399], 'Elsewhere', 'redirected'),
];

describe('a refusal', () => {
	it.each(rows)('with status %d and the words "%s" is %s', (status, words, reason, outcome) => {
		const response = refused(status, words);
		expect(toApiError(response).details).toMatchObject({
			reason,
			outcome,
			status,
			serviceMessage: words,
		});
		expect(isDone(response)).toBe(false);
	});
});

describe("the service's own words", () => {
	it('are cut where they are long, and put on one line', () => {
		const { details } = toApiError(refused(403, `a\n${'b'.repeat(500)}`));
		expect(details.serviceMessage).toBe(`a ${'b'.repeat(198)}…`);
	});

	it.each([
		['missing', {}],
		['empty', { message: '' }],
		['blank', { message: ' \n' }],
		['no text', { message: { en: 'No' } }],
	])('are left out when %s', (_, body) => {
		const { details } = toApiError(apiResponse({ status: 'error', ...body }, 403));
		expect(details).not.toHaveProperty('serviceMessage');
	});

	it.each(oddBodies)('are left out when the body is %s', (_, text) => {
		const { details } = toApiError(textResponse(text, 403));
		expect(details).toEqual({ reason: 'refused', outcome: 'notDone', status: 403 });
	});
});

describe('the Retry-After header', () => {
	const date = Date.UTC(2025, 5, 1, 12);

	it.each([
		['Sun, 01 Jun 2025 12:00:01 GMT', 1_000],
		['soon', undefined],
	])('becomes the wait that it asks for: %s', (header, asked) => {
		const response = apiResponse({}, 429, { 'retry-after': header });
		expect(toApiError(response, date).details).toMatchObject({ waitedMs: 0, retryAfterMs: asked });
	});
});

describe('a call is done', () => {
	it.each([200, 201, 202, 204, 299])('with status %d', (status) => {
		expect(isDone(apiResponse({ status: 'Success' }, status))).toBe(true);
		expect(isDone(apiResponse({ data: { id: '7' } }, status))).toBe(true);
	});

	it.each([100, 199, 300, 304, 400, 500])('but not with status %d', (status) => {
		expect(isDone(apiResponse({ status: 'Success' }, status))).toBe(false);
	});

	it('also when a contact has a status of its own that says error', () => {
		expect(isDone(apiResponse({ data: { status: 'error' } }))).toBe(true);
	});
});
