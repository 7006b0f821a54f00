import type { IWebhookFunctions } from 'n8n-workflow';

import type { AskedQuestion } from '../../../nodes/ChannelMessaging/sendAndWait/question';
import {
	FirstAnswerGuard,
	handleWebhook,
	type LinkRequest,
	resolveLink,
} from '../../../nodes/ChannelMessaging/sendAndWait/webhook';
import { formQuestion, approval, approvalWithSingleLink, textQuestion } from './testQuestions';

const now = 1_000;

const resolve = (question: AskedQuestion | undefined, request: Partial<LinkRequest>) =>
	resolveLink(question, { method: 'POST', query: { q: 'q1' }, body: {}, ...request }, now);

const approve = { q: 'q1', a: '1' };

it.each([
	['1', true],
	['0', false],
])('resolveLink returns the choice of a POST request to the link with a=%s', (a, approved) => {
	expect(resolve(approval, { query: { ...approve, a } })).toEqual({
		kind: 'answered',
		question: approval,
		answer: { approved },
	});
});

it.each(['GET', 'HEAD', 'PUT', 'OPTIONS'])(
	'resolveLink returns the page for a %s request',
	(method) => {
		expect(resolve(approval, { method, query: approve })).toMatchObject({
			kind: 'asked',
			choices: [{ label: 'Yes' }],
		});
	},
);

it('resolveLink rejects a choice that the question does not offer', () => {
	const form = { kind: 'approval', choices: [{ label: 'Yes', approved: true }] } as const;
	const query = { ...approve, a: '0' };
	expect(resolve({ ...approval, form }, { query }).kind).toBe('closed');
});

it('resolveLink ignores a choice in the body', () => {
	expect(resolve(approval, { body: { a: '1' } }).kind).toBe('closed');
});

it.each<[string, unknown]>([
	['of another question', { ...approve, q: 'q2' }],
	['without a question', { a: '1' }],
	['with two questions', { ...approve, q: ['q1', 'q2'] }],
	['without a choice', { q: 'q1' }],
	['without a query', undefined],
])('resolveLink rejects a link %s', (_, query) => {
	expect(resolve(approval, { query }).kind).toBe('closed');
});

it('resolveLink rejects all links if no question is waiting', () => {
	expect(resolve(undefined, { query: approve })).toEqual({ kind: 'closed', question: undefined });
});

it.each([
	[now - 1, 'expired'],
	[now, 'expired'],
	[now + 1, 'answered'],
])('resolveLink at 1000 ms with a limit of %d ms returns %s', (until, kind) => {
	expect(resolve({ ...approval, until }, { query: approve }).kind).toBe(kind);
});

it('resolveLink returns the choice of a button', () => {
	expect(resolve(approvalWithSingleLink, { body: { a: '0' } })).toMatchObject({
		kind: 'answered',
		answer: { approved: false },
	});
});

it('resolveLink returns the page with all choices for a GET request', () => {
	expect(resolve(approvalWithSingleLink, { method: 'GET' })).toMatchObject({
		kind: 'asked',
		choices: [{ label: 'Yes' }, { label: 'No' }],
		isInvalid: false,
	});
});

it.each<[string, unknown]>([
	['no choice', {}],
	['two choices', { a: ['1', '0'] }],
	['an unknown choice', { a: 'true' }],
	['text', 'a=1'],
])('resolveLink shows the question again after a POST request with %s', (_, body) => {
	expect(resolve(approvalWithSingleLink, { body, query: { q: 'q1' } })).toMatchObject({
		kind: 'asked',
		isInvalid: true,
	});
});

it('resolveLink ignores a choice in the query', () => {
	expect(resolve(approvalWithSingleLink, { query: approve }).kind).toBe('asked');
});

it.each<[string, unknown]>([
	['only whitespace', { 'field-0': ' \n' }],
	['no text', {}],
	['text instead of fields', 'field-0=a'],
])('resolveLink shows the question again after a form with %s', (_, body) => {
	expect(resolve(textQuestion, { body })).toMatchObject({
		kind: 'asked',
		isInvalid: true,
		entries: [{ issue: 'missingAnswer' }],
	});
});

const options = ['Red', 'Green', 'Blue'];

const allTypes = formQuestion(
	{ key: 'name' },
	{ key: 'note', type: 'textarea' },
	{ key: 'people', type: 'number' },
	{ key: 'mail', type: 'email' },
	{ key: 'day', type: 'date' },
	{ key: 'size', type: 'dropdown', options },
	{ key: 'colors', type: 'checkbox', options },
	{ key: 'time', type: 'radio', options },
);

it('resolveLink returns the values of all submitted form fields', () => {
	const body = {
		'field-0': ' Ana ',
		'field-1': ' a\r\nb ',
		'field-2': '1.5',
		'field-3': 'ana@mail.example',
		'field-4': '2028-02-29',
		'field-5': 'Red',
		'field-6': ['Red', 'Blue'],
		'field-7': 'Green',
	};
	expect(resolve(allTypes, { body })).toMatchObject({
		kind: 'answered',
		answer: {
			name: 'Ana',
			note: ' a\nb ',
			people: 1.5,
			mail: 'ana@mail.example',
			day: '2028-02-29',
			size: 'Red',
			colors: ['Red', 'Blue'],
			time: 'Green',
		},
	});
});

it('resolveLink returns empty values for unanswered optional fields', () => {
	// Browsers submit empty text fields, but no radio buttons or checkboxes without a selection.
	expect(resolve(allTypes, { body: { 'field-0': '', 'field-2': '' } })).toMatchObject({
		kind: 'answered',
		answer: {
			name: '',
			note: '',
			people: null,
			mail: '',
			day: '',
			size: '',
			colors: [],
			time: null,
		},
	});
});

it('resolveLink returns a list for a single selected checkbox', () => {
	const question = formQuestion({ type: 'checkbox', options });
	expect(resolve(question, { body: { 'field-0': 'Red' } })).toMatchObject({
		answer: { key: ['Red'] },
	});
});

it.each([
	['date', '2027-02-29', 'rejectedDate'],
	['date', '29.02.2028', 'rejectedDate'],
	['date', '2028-13-01', 'rejectedDate'],
	['email', 'ana', 'rejectedEmail'],
	['email', 'a na@mail.example', 'rejectedEmail'],
	['number', 'many', 'rejectedNumber'],
	['number', 'Infinity', 'rejectedNumber'],
	['dropdown', 'Black', 'rejectedOption'],
	['radio', 'Black', 'rejectedOption'],
	['checkbox', ['Red', 'Black'], 'rejectedOption'],
] as const)('resolveLink rejects an invalid %s: %s', (type, value, issue) => {
	const question = formQuestion({ type, options: [...options] }, { key: 'other' });
	const body = { 'field-0': value, 'field-1': 'kept' };
	expect(resolve(question, { body })).toMatchObject({
		kind: 'asked',
		isInvalid: true,
		entries: [{ values: [value].flat(), issue }, { values: ['kept'] }],
	});
});

it('resolveLink returns default values instead of the body for a GET request', () => {
	const question = formQuestion({ defaultValues: ['Ana'] });
	const body = { 'field-0': 'Eva' };
	expect(resolve(question, { method: 'GET', body })).toMatchObject({
		kind: 'asked',
		entries: [{ values: ['Ana'] }],
		isInvalid: false,
	});
	expect(resolve(question, {})).toMatchObject({ answer: { key: '' } });
});

it('resolveLink returns the answer of a field named __proto__', () => {
	const resolved = resolve(formQuestion({ key: '__proto__' }), { body: { 'field-0': 'x' } });
	expect(resolved.kind === 'answered' && Object.entries(resolved.answer)).toEqual([
		['__proto__', 'x'],
	]);
});

/** Returns the result of a request to the link for the first choice, and n8n's response. */
function requestLink(question: AskedQuestion, request: { method?: string; body?: object } = {}) {
	const response = { statusCode: 200, setHeader: jest.fn(), end: jest.fn() };
	const context: Partial<IWebhookFunctions> = {
		getNode: () => ({ name: 'Ask' }) as never,
		evaluateExpression: () => JSON.stringify(question),
		// The types of Express aren't installed.
		getRequestObject: () => ({ method: request.method ?? 'POST' }) as never,
		getResponseObject: () => response as never,
		getQueryData: () => ({ q: question.id, a: '1' }),
		getBodyData: () => request.body as never,
	};
	return { response, result: handleWebhook(context as IWebhookFunctions) };
}

it('handleWebhook resumes the workflow with the answer and its time', () => {
	jest.useFakeTimers({ now, doNotFake: ['performance'] });
	const { result } = requestLink({ ...approval, id: 'answered' });
	jest.useRealTimers();

	const data = { approved: true, respondedAt: '1970-01-01T00:00:01.000Z' };
	expect(result.workflowData).toEqual([
		[{ json: { data, contactId: '7' }, pairedItem: { item: 0 } }],
	]);
	expect(result.webhookResponse).toContain('Thank you');
});

it('handleWebhook reads the fields of a multipart form', () => {
	const body = { data: { 'field-0': 'Blue' }, files: {} };
	const { result } = requestLink({ ...textQuestion, id: 'multipart' }, { body });

	expect(result.workflowData?.[0]?.[0]?.json.data).toMatchObject({ text: 'Blue' });
});

it('handleWebhook shows the question without resuming the workflow', () => {
	const { response, result } = requestLink(approval, { method: 'GET' });

	expect(result).toEqual({ noWebhookResponse: true });
	expect(response.end).toHaveBeenCalledWith(expect.stringContaining('Shall we?'));
});

it('handleWebhook responds with 409 to a concurrent second answer', () => {
	requestLink({ ...approval, id: 'twice' });
	const { response, result } = requestLink({ ...approval, id: 'twice' });

	expect(result).toEqual({ noWebhookResponse: true });
	expect(response.statusCode).toBe(409);
});

it('FirstAnswerGuard accepts only the first answer to each question', () => {
	const guard = new FirstAnswerGuard({ now: () => 0 });
	expect(['a', 'a', 'b', 'a'].map((id) => guard.claim(id))).toEqual([true, false, true, false]);
});

it('FirstAnswerGuard accepts another answer after a minute', () => {
	let time = 0;
	const guard = new FirstAnswerGuard({ now: () => time });
	guard.claim('a');
	time += 59_999;
	expect(guard.claim('a')).toBe(false);
	time += 1;
	expect(guard.claim('a')).toBe(true);
});
