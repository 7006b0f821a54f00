import { AlreadyUsedReplies } from '../../../nodes/ChannelMessaging/sendAndWait/alreadyUsedReplies';

let time = 0;
const alreadyUsedReplies = () => new AlreadyUsedReplies({ now: () => time });

it('AlreadyUsedReplies remembers for an hour that a message has answered another question', () => {
	time = 0;
	const messages = alreadyUsedReplies();
	messages.add('m1', 'q1');
	time = 3_599_999;
	expect(messages.hasAnsweredOther('m1', 'q1')).toBe(false);
	expect(messages.hasAnsweredOther('m1', 'q2')).toBe(true);
	expect(messages.hasAnsweredOther('m2', 'q2')).toBe(false);
	time += 1;
	expect(messages.hasAnsweredOther('m1', 'q2')).toBe(false);
});

it('AlreadyUsedReplies lets a deleted message answer another question', () => {
	const messages = alreadyUsedReplies();
	messages.add('m1', 'q1');
	messages.delete('m1');
	expect(messages.hasAnsweredOther('m1', 'q2')).toBe(false);
});
