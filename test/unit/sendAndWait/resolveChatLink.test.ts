import { resolveChatLink } from '../../../nodes/ChannelMessaging/sendAndWait/resolveChatLink';
import { chatQuestion } from './testQuestions';

const replies = [{ text: 'Yes', approved: true }];
const post = { method: 'POST', query: { q: 'chat' }, body: { reply: 'yes' } };

const resolve = (request: Partial<typeof post> | object, now = 0) =>
	resolveChatLink({ ...chatQuestion, until: 1_000 }, replies, { ...post, ...request }, now);

it('resolveChatLink returns the answer of a POST request before the limit', () => {
	expect(resolve({}, 999)).toEqual({
		state: 'answered',
		data: { text: 'Yes', entered: 'yes', approved: true },
	});
});

it.each([
	['a GET request, even with a reply', { method: 'GET' }, 0, 'open'],
	['a request after the limit', {}, 1_000, 'expired'],
	['a link of an earlier question of the node', { query: { q: 'q0' } }, 0, 'closed'],
	['a link without a question', { query: undefined }, 0, 'closed'],
	['another text', { body: { reply: 'Perhaps' } }, 0, 'notAReply'],
	['a list', { body: { reply: ['yes'] } }, 0, 'notAReply'],
	['a form', { body: 'reply=yes' }, 0, 'notAReply'],
	['no body', { body: undefined }, 0, 'notAReply'],
	['an endless message', { body: { reply: 'yes', message: 'x'.repeat(101) } }, 0, 'notAReply'],
])('resolveChatLink resumes nothing after %s', (_, request, now, state) => {
	expect(resolve(request, now)).toEqual({ state });
});

it.each([
	['after the question was sent', 501, 'answered'],
	['while the question was sent', 500, 'notAReply'],
])('resolveChatLink returns the state for a message that arrived %s', (_, receivedAt, state) => {
	const question = { ...chatQuestion, sentAt: 500 };
	const request = { ...post, body: { ...post.body, receivedAt } };
	expect(resolveChatLink(question, replies, request, 600)).toMatchObject({ state });
});

it('resolveChatLink ends a question that a newer one replaces', () => {
	const data = { replaced: true };
	expect(resolve({ body: data })).toEqual({ state: 'answered', data });
	expect(resolve({ body: { replaced: 'true' } })).toEqual({ state: 'notAReply' });
});
