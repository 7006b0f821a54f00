import type { ApiResponse } from '../../../nodes/ChannelMessaging/api/call';
import type { CallOutcome, ApiErrorReason } from '../../../nodes/ChannelMessaging/api/apiError';
import { isDone, toApiError, unreadable } from '../../../nodes/ChannelMessaging/api/toApiError';
import { oddBodies, apiResponse, textAnswer } from './apiResponse';

const refused = (status: number, message?: string): ApiResponse =>
	apiResponse({ status: 'error', message, data: [] }, status);

const wrongFile = 'Sorry, Url provided is not an image/audio/video file';

interface Row {
	name: string;
	answer: ApiResponse;
	reason: ApiErrorReason;
	outcome: CallOutcome;
	title: RegExp;
	advice: RegExp;
}

const rows: Row[] = [
	{
		name: '401',
		answer: refused(401, 'API Token is invalid.'),
		reason: 'tokenInvalid',
		outcome: 'notDone',
		title: /^The channel token was not accepted$/,
		advice: /^Generate a token in the channel settings/,
	},
	{
		name: '429',
		answer: refused(429, 'Too many requests'),
		reason: 'rateLimited',
		outcome: 'notDone',
		title: /^Rate limit exceeded$/,
		advice: /Lower the rates in the credential/,
	},
	{
		name: '405',
		answer: refused(405, '405 Method Not Allowed.'),
		reason: 'methodNotAllowed',
		outcome: 'notDone',
		title: /^The service does not offer this call at this address$/,
		advice: /'Base URL' in the credential/,
	},
	{
		name: '403',
		answer: refused(403, 'The contact has blocked the channel'),
		reason: 'refused',
		outcome: 'notDone',
		title: /^The service refused the call$/,
		advice: /^Check the contact and the values of this item/,
	},
	...[200, 400, 403, 422, 500].map(
		(status): Row => ({
			name: `a file of another kind, with ${String(status)}`,
			answer: refused(status, wrongFile),
			reason: 'wrongFileKind',
			outcome: 'notDone',
			title: /^The address in 'URL' is not a file of the chosen kind$/,
			advice: /'Message Type'/,
		}),
	),
	{
		name: 'a file of another kind, in more words',
		answer: refused(403, `${wrongFile}: https://files.example.com/a.txt`),
		reason: 'wrongFileKind',
		outcome: 'notDone',
		title: /^The address in 'URL' is not a file of the chosen kind$/,
		advice: /'Message Type'/,
	},
	...[400, 404, 409, 422, 499].map(
		(status): Row => ({
			name: String(status),
			answer: refused(status, 'No.'),
			reason: 'refused',
			outcome: 'notDone',
			title: new RegExp(`^The service refused the call with status ${String(status)}$`),
			advice: /^Check the values of this item/,
		}),
	),
	{
		name: '101, after which anything may have been done',
		answer: textAnswer('', 101),
		reason: 'refused',
		outcome: 'unknown',
		title: /^The service refused the call with status 101$/,
		advice: /^Check the values of this item/,
	},
	...[500, 502, 503, 504, 599].map(
		(status): Row => ({
			name: String(status),
			answer: textAnswer('<h1>Bad Gateway</h1>', status),
			reason: 'serverFault',
			outcome: 'unknown',
			title: new RegExp(`answered ${String(status)}, so it may or may not have done the call$`),
			advice: /^Look at the service whether the call took outcome/,
		}),
	),
	...[300, 301, 302, 303, 307, 308].map(
		(status): Row => ({
			name: String(status),
			answer: { status, headers: { location: 'https://elsewhere.example' }, text: '' },
			reason: 'redirected',
			outcome: 'notDone',
			title: new RegExp(`answered ${String(status)} and pointed to another address$`),
			advice: /token is never sent on to another address.*'Base URL'/,
		}),
	),
	...[200, 201].map(
		(status): Row => ({
			name: `${String(status)} with an envelope that says error`,
			answer: refused(status, 'Contact not found'),
			reason: 'refused',
			outcome: 'notDone',
			title: /^The service answered that the call did not succeed$/,
			advice: /^Check the values of this item/,
		}),
	),
];

describe('a refusal', () => {
	it.each(rows)('with $name says what happened and what to do', (row) => {
		const failure = toApiError(row.answer);
		expect(failure).toMatchObject({
			reason: row.reason,
			outcome: row.outcome,
			status: row.answer.status,
		});
		expect(failure.message).toMatch(row.title);
		expect(failure.advice).toMatch(row.advice);
	});

	it.each(rows)('with $name needs none of the words that only frighten', ({ answer }) => {
		const { message, advice } = toApiError(answer);
		expect(`${message} ${advice}`).not.toMatch(/error|problem|fail|mistake|invalid/i);
		expect(advice).toMatch(/\.$/);
	});

	it.each(rows)('with $name is not taken for done', ({ answer }) => {
		expect(isDone(answer)).toBe(false);
	});
});

describe("the service's own words", () => {
	it('are kept, and told together with the advice', () => {
		const failure = toApiError(refused(403, 'The contact has blocked the channel'));
		expect(failure.serviceMessage).toBe('The contact has blocked the channel');
		expect(failure.description).toBe(
			`The service said: The contact has blocked the channel. ${failure.advice}`,
		);
	});

	it('get a full stop where they have one only inside', () => {
		const failure = toApiError(refused(403, 'No. 7 is unknown'));
		expect(failure.description).toBe(`The service said: No. 7 is unknown. ${failure.advice}`);
	});

	it.each(['API Token is invalid.', 'Really?', 'Stop!'])(
		'get no second full stop: %s',
		(message) => {
			const failure = toApiError(refused(401, message));
			expect(failure.description).toBe(`The service said: ${message} ${failure.advice}`);
		},
	);

	it('are cut where they are long, and put on one line', () => {
		const failure = toApiError(refused(403, `a\n${'b'.repeat(500)}`));
		expect(failure.serviceMessage).toBe(`a ${'b'.repeat(198)}…`);
	});

	it.each([
		['missing', {}],
		['empty', { message: '' }],
		['blank', { message: ' \n' }],
		['no text', { message: { en: 'No' } }],
	])('are left out when %s', (_, body) => {
		const failure = toApiError(apiResponse({ status: 'error', ...body }, 403));
		expect(failure.serviceMessage).toBeUndefined();
		expect(failure.description).toBe(failure.advice);
	});

	it.each(oddBodies)('are left out when the body is %s', (_, text) => {
		expect(toApiError(textAnswer(text, 403))).toMatchObject({ reason: 'refused', status: 403 });
		expect(toApiError(textAnswer(text, 403)).serviceMessage).toBeUndefined();
	});
});

describe('the Retry-After header', () => {
	it('becomes the wait that it asks for, a date by the clock of the machine', () => {
		const date = Date.UTC(2025, 5, 1, 12);
		const answer = apiResponse({}, 429, { 'retry-after': 'Sun, 01 Jun 2025 12:00:01 GMT' });
		expect(toApiError(answer, date).retryAfterMilliseconds).toBe(1_000);
	});

	it('counts as missing where it cannot be read', () => {
		const answer = apiResponse({}, 429, { 'retry-after': 'soon' });
		expect(toApiError(answer).retryAfterMilliseconds).toBeUndefined();
	});
});

describe('a call is done', () => {
	it.each([200, 201, 202, 204, 299])('with status %d', (status) => {
		expect(isDone(apiResponse({ status: 'Success' }, status))).toBe(true);
		expect(isDone(apiResponse({ data: { id: '7' } }, status))).toBe(true);
	});

	it.each(oddBodies)('with status 200 when the body is %s', (_, text) => {
		expect(isDone(textAnswer(text))).toBe(true);
	});

	it.each([100, 199, 300, 304, 400, 500])('but not with status %d', (status) => {
		expect(isDone(apiResponse({ status: 'Success' }, status))).toBe(false);
	});

	it('also when a contact has a status of its own that says error', () => {
		expect(isDone(apiResponse({ data: { status: 'error' } }))).toBe(true);
	});
});

describe('an answer that cannot be read', () => {
	it('is told with its beginning', () => {
		const failure = unreadable(textAnswer('<title>Welcome</title>'), 'JSON');
		expect(failure).toMatchObject({ reason: 'unreadable', outcome: 'unknown', status: 200 });
		expect(failure.message).toBe("The service's answer is not JSON");
		expect(failure.description).toMatch(
			/^It began with: <title>Welcome<\/title>\. Check 'Base URL'/,
		);
	});
});
