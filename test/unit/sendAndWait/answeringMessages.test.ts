import { AnsweringMessages } from '../../../nodes/ChannelMessaging/sendAndWait/answeringMessages';

let time = 0;
const answeringMessages = () => new AnsweringMessages({ now: () => time });

it('AnsweringMessages remembers for an hour that a message has answered another question', () => {
	time = 0;
	const messages = answeringMessages();
	messages.add('m1', 'q1');
	time = 3_599_999;
	expect(messages.hasAnsweredOther('m1', 'q1')).toBe(false);
	expect(messages.hasAnsweredOther('m1', 'q2')).toBe(true);
	expect(messages.hasAnsweredOther('m2', 'q2')).toBe(false);
	time += 1;
	expect(messages.hasAnsweredOther('m1', 'q2')).toBe(false);
});

it('AnsweringMessages lets a deleted message answer another question', () => {
	const messages = answeringMessages();
	messages.add('m1', 'q1');
	messages.delete('m1');
	expect(messages.hasAnsweredOther('m1', 'q2')).toBe(false);
});
