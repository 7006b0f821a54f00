import type { AskedQuestion } from '../../../nodes/ChannelMessaging/sendAndWait/question';
import { type LinkRequest, resolveLink } from '../../../nodes/ChannelMessaging/sendAndWait/webhook';
import { anApproval, aTextQuestion } from './aQuestion';

const now = 1_000;

const visitOf = (question: AskedQuestion | undefined, request: Partial<LinkRequest>) =>
	resolveLink(question, { method: 'POST', query: { question: 'q1' }, body: {}, ...request }, now);

const approve = { question: 'q1', approved: 'true' };

describe('a visit of an approval', () => {
	it.each([
		['true', true],
		['false', false],
	])('answers by a POST of its link: approved=%s', (approved, answer) => {
		expect(visitOf(anApproval, { query: { ...approve, approved } })).toEqual({
			kind: 'answered',
			question: anApproval,
			answer: { approved: answer },
		});
	});

	it.each(['GET', 'HEAD', 'PUT', 'OPTIONS'])('asks only, by %s', (method) => {
		expect(visitOf(anApproval, { method, query: approve })).toMatchObject({
			kind: 'asked',
			choice: { label: 'Yes' },
		});
	});

	it('offers no answer that was not asked for', () => {
		const form = { kind: 'approval', choices: [{ label: 'Yes', approved: true }] } as const;
		const query = { ...approve, approved: 'false' };
		expect(visitOf({ ...anApproval, form }, { query })).toEqual({ kind: 'closed' });
	});

	it.each<[string, unknown]>([
		['of another question', { ...approve, question: 'q2' }],
		['without a question', { approved: 'true' }],
		['with two questions', { ...approve, question: ['q1', 'q2'] }],
		['without a choice', { question: 'q1' }],
		['without anything', undefined],
	])('finds nothing by a link %s', (_, query) => {
		expect(visitOf(anApproval, { query })).toEqual({ kind: 'closed' });
	});

	it('finds nothing where no question waits', () => {
		expect(visitOf(undefined, { query: approve })).toEqual({ kind: 'closed' });
	});

	it.each([
		[now - 1, 'expired'],
		[now, 'expired'],
		[now + 1, 'answered'],
	])('at 1000 with a limit of %d: %s', (until, kind) => {
		expect(visitOf({ ...anApproval, until }, { query: approve }).kind).toBe(kind);
	});
});

describe('a visit of a question that is answered in words', () => {
	it('answers by a POST of the text, with plain line breaks', () => {
		expect(visitOf(aTextQuestion, { body: { text: ' a\r\nb ' } })).toMatchObject({
			kind: 'answered',
			answer: { text: ' a\nb ' },
		});
	});

	it.each<[string, unknown]>([
		['spaces', { text: ' \n' }],
		['two texts', { text: ['a', 'b'] }],
		['no text', {}],
		['no form', 'text=a'],
	])('asks again where %s come', (_, body) => {
		expect(visitOf(aTextQuestion, { body })).toMatchObject({ kind: 'asked', isEmpty: true });
	});

	it('asks only, by GET, whatever its body holds', () => {
		const request = { method: 'GET', body: { text: 'a' } };
		expect(visitOf(aTextQuestion, request)).toMatchObject({ kind: 'asked', isEmpty: false });
	});
});
