import type { AskedQuestion } from '../../../nodes/ChannelMessaging/sendAndWait/question';
import { type LinkRequest, resolveLink } from '../../../nodes/ChannelMessaging/sendAndWait/link';
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
