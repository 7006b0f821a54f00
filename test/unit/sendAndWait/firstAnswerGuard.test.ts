import { FirstAnswerGuard } from '../../../nodes/ChannelMessaging/sendAndWait/firstAnswerGuard';

it('The guard accepts another answer after a minute', () => {
	let time = 0;
	const guard = new FirstAnswerGuard({ now: () => time });
	guard.claim('a');
	time += 59_999;
	expect(guard.claim('a')).toBe(false);
	time += 1;
	expect(guard.claim('a')).toBe(true);
});
