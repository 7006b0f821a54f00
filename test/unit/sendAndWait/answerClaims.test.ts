import { FirstAnswerGuard } from '../../../nodes/ChannelMessaging/sendAndWait/webhook';

describe('the claims of answers', () => {
	let time = 0;
	const claims = () => new FirstAnswerGuard({ now: () => time });

	it('let the first answer of each question through', () => {
		const all = claims();
		expect(['a', 'a', 'b', 'a'].map((id) => all.claim(id))).toEqual([true, false, true, false]);
	});

	it('end after a minute, in case that n8n could not take the answer in', () => {
		const all = claims();
		all.claim('a');
		time += 59_999;
		expect(all.claim('a')).toBe(false);
		time += 1;
		expect(all.claim('a')).toBe(true);
	});
});
