import { FirstAnswerGuard } from '../../../nodes/ChannelMessaging/sendAndWait/firstAnswerGuard';

it('The guard accepts only the first answer to each question', () => {
	const guard = new FirstAnswerGuard({ now: () => 0 });
	expect(['a', 'a', 'b', 'a'].map((id) => guard.claim(id))).toEqual([true, false, true, false]);
});

it('The guard accepts another answer after a minute', () => {
	let time = 0;
	const guard = new FirstAnswerGuard({ now: () => time });
	guard.claim('a');
	time += 59_999;
	expect(guard.claim('a')).toBe(false);
	time += 1;
	expect(guard.claim('a')).toBe(true);
});

it('The guard accepts another answer after a release', () => {
	const guard = new FirstAnswerGuard({ now: () => 0 });
	guard.claim('a');
	guard.release('a');
	expect(guard.claim('a')).toBe(true);
});
