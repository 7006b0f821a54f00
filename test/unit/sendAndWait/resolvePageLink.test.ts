import type { AskedQuestion } from '../../../nodes/ChannelMessaging/sendAndWait/question';
import { resolvePageLink } from '../../../nodes/ChannelMessaging/sendAndWait/resolvePageLink';
import { approval, approvalWithSingleLink } from './testQuestions';

const resolve = (
	question: AskedQuestion,
	request: Partial<Parameters<typeof resolvePageLink>[1]>,
	now = 1_000,
) => resolvePageLink(question, { method: 'POST', query: { q: 'q1' }, body: {}, ...request }, now);

const approve = { q: 'q1', a: '1' };

it.each([
	[999, 'answered'],
	[1_000, 'expired'],
])('resolvePageLink at %d ms with a limit of 1000 ms returns %s', (now, kind) => {
	expect(resolve({ ...approval, until: 1_000 }, { query: approve }, now).kind).toBe(kind);
});

it.each([
	['separate links', 'in the body', approval, { body: { a: '1' } }, 'closed'],
	['a single link', 'in the query', approvalWithSingleLink, { query: approve }, 'asked'],
])(
	'resolvePageLink ignores a choice for %s if it is %s',
	(_links, _place, question, request, kind) => {
		expect(resolve(question, request).kind).toBe(kind);
	},
);

it.each<[string, unknown]>([
	['two choices', { a: ['1', '0'] }],
	['an unknown choice', { a: 'true' }],
])('resolvePageLink shows the question again after a POST request with %s', (_, body) => {
	expect(resolve(approvalWithSingleLink, { body })).toMatchObject({
		kind: 'asked',
		isInvalid: true,
	});
});
