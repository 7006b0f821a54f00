import { PollTurns } from '../../../nodes/ChannelMessagingTrigger/pollTurns';
import { VirtualClock } from '../../support/virtualClock';

const minuteMs = 60_000;

it('a trigger that has sent no request in three polls in a row can not keep up', () => {
	const turns = new PollTurns(new VirtualClock());
	turns.start('one', 'channel');

	expect([0, 0, 1, 0, 0, 0, 0, 1].map((sent) => turns.end('one', sent))).toEqual([
		...[false, false, false, false, false],
		...[true, true, false],
	]);
});

it('sharing counts the triggers that have polled the channel since the last request', () => {
	const clock = new VirtualClock();
	const turns = new PollTurns(clock);
	turns.start('unpublished', 'channel');
	clock.block(minuteMs);
	turns.start('one', 'channel');
	turns.start('two', 'channel');
	turns.start('another channel', 'other');

	expect(turns.sharing('one')).toBe(2);
});

it('a trigger that has not polled for more than a month is forgotten', () => {
	const clock = new VirtualClock();
	const turns = new PollTurns(clock);
	turns.start('one', 'channel');
	clock.block(33 * 24 * 60 * minuteMs);
	turns.start('two', 'channel');

	expect(turns.end('one', 0)).toBe(false);
	expect(turns.sharing('two')).toBe(1);
});
