import { withoutEarlierAnswer } from '../../../nodes/ChannelMessaging/sendAndWait/withoutEarlierAnswer';

const order = { order: 1042, contactId: 'cus_1' };

it.each([
	['an approval', { approved: true, respondedAt: '2030-01-31T18:00:00.000Z' }],
	['the answers of a form', { guests: 4, respondedAt: '2030-01-31T18:00:00.000Z' }],
	['a replaced question', { replaced: true }],
	["an approval from n8n's own nodes", { approved: true }],
])('the input of a question without an answer loses %s', (_, data) => {
	expect(withoutEarlierAnswer({ ...order, data }, false)).toEqual(order);
});

it.each([
	['text', 'approved'],
	['a list', [{ approved: true }]],
	['an object', { total: 480 }],
	['nothing', null],
	['an empty object', {}],
])('the input of a question without an answer keeps data with %s', (_, data) => {
	const input = { ...order, data, approved: true };
	expect(withoutEarlierAnswer(input, false)).toEqual(input);
});

it('the input of a question without an answer loses an approval among other data', () => {
	const data = { approved: true, total: 480 };
	expect(withoutEarlierAnswer({ data }, false)).toEqual({ data: { total: 480 } });
});

it('the input of a human review loses every key in which n8n looks for a decision', () => {
	const toolParameters = { text: 'Hello' };
	const decision = { approved: true, chatInput: 'Yes', data: { approved: true } };
	expect(withoutEarlierAnswer({ ...decision, toolParameters }, true)).toEqual({ toolParameters });
});
