import type { AskedQuestion } from '../../../nodes/ChannelMessaging/sendAndWait/question';
import { resolveLink } from '../../../nodes/ChannelMessaging/sendAndWait/link';
import { approval, approvalWithSingleLink, formQuestion, textQuestion } from './testQuestions';

const now = 1_000;

const resolve = (
	question: AskedQuestion | undefined,
	request: Partial<Parameters<typeof resolveLink>[1]>,
) => resolveLink(question, { method: 'POST', query: { q: 'q1' }, body: {}, ...request }, now);

const approve = { q: 'q1', a: '1' };

it('resolveLink rejects a choice that the question does not offer', () => {
	const form = { kind: 'approval', choices: [{ label: 'Yes', approved: true }] } as const;
	const query = { ...approve, a: '0' };
	expect(resolve({ ...approval, form }, { query }).kind).toBe('closed');
});

it('resolveLink ignores a choice in the body', () => {
	expect(resolve(approval, { body: { a: '1' } }).kind).toBe('closed');
});

it.each([
	[now - 1, 'expired'],
	[now, 'expired'],
	[now + 1, 'answered'],
])('resolveLink at 1000 ms with a limit of %d ms returns %s', (until, kind) => {
	expect(resolve({ ...approval, until }, { query: approve }).kind).toBe(kind);
});

it('resolveLink returns the page with all choices for a GET request', () => {
	expect(resolve(approvalWithSingleLink, { method: 'GET' })).toMatchObject({
		kind: 'asked',
		choices: [{ label: 'Yes' }, { label: 'No' }],
	});
});

it.each<[string, unknown]>([
	['two choices', { a: ['1', '0'] }],
	['an unknown choice', { a: 'true' }],
])('resolveLink shows the question again after a POST request with %s', (_, body) => {
	expect(resolve(approvalWithSingleLink, { body })).toMatchObject({
		kind: 'asked',
		isInvalid: true,
	});
});

it('resolveLink shows the question again after a form with only whitespace', () => {
	expect(resolve(textQuestion, { body: { 'field-0': ' \n' } })).toMatchObject({
		kind: 'asked',
		entries: [{ issue: 'missingAnswer' }],
	});
});

it('resolveLink ignores a choice in the query', () => {
	expect(resolve(approvalWithSingleLink, { query: approve }).kind).toBe('asked');
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
