import { PollTurns } from '../../../nodes/ChannelMessagingTrigger/pollTurns';
import { VirtualClock } from '../../support/virtualClock';

const minuteMs = 60_000;

it('a trigger that has sent no request in three consecutive polls counts as overloaded', () => {
	const clock = new VirtualClock();
	const turns = new PollTurns(clock);

	const ends = [0, 0, 1, 0, 0, 0, 0, 1].map((sent) => {
		const startedAt = turns.start('one', 'channel', false);
		if (sent > 0) turns.recordRequest('one');
		clock.block(minuteMs);
		return turns.end('one', startedAt);
	});

	expect(ends).toEqual([...[false, false, false, false, false], ...[true, true, false]]);
});

it('sharing counts the triggers of the channel that still poll', () => {
	const clock = new VirtualClock();
	const turns = new PollTurns(clock);
	turns.start('unpublished', 'channel', false);
	clock.block(minuteMs);
	turns.start('one', 'channel', false);
	turns.start('two', 'channel', false);
	turns.start('another channel', 'other', false);

	expect(turns.sharing('one')).toBe(2);
});

it('a trigger that has not polled for more than a month is forgotten', () => {
	const clock = new VirtualClock();
	const turns = new PollTurns(clock);
	const startedAt = turns.start('one', 'channel', false);
	clock.block(33 * 24 * 60 * minuteMs);
	turns.start('two', 'channel', false);

	expect(turns.end('one', startedAt)).toBe(false);
	expect(turns.sharing('two')).toBe(1);
});

/**
 * Polls `starved` without a request, and then `other`, which has sent a request later. Returns
 * whether the second poll of `other` has the next turn.
 *
 * @param pauses the minutes between earlier polls of `starved`
 */
function hasTurnAfter(
	minutes: number,
	{ channel = 'channel', pauses = [] }: { channel?: string; pauses?: readonly number[] } = {},
): boolean {
	const clock = new VirtualClock();
	const turns = new PollTurns(clock);
	for (const pause of pauses) {
		turns.end('starved', turns.start('starved', channel, false));
		clock.block(pause * minuteMs);
	}
	turns.end('starved', turns.start('starved', channel, false));
	clock.block(1_000);
	const startedAt = turns.start('other', 'channel', false);
	turns.recordRequest('other');
	turns.end('other', startedAt);
	clock.block(minutes * minuteMs);
	turns.start('other', 'channel', false);
	turns.wait('other');
	return turns.notBefore('other') <= clock.now();
}

it('a poll passes its turn to a trigger that has waited longer and still polls', () => {
	expect(hasTurnAfter(0.5)).toBe(false);
});

it.each([
	['has another token', 0.5, { channel: 'another channel' }],
	['no longer polls', 2, {}],
])('a poll does not wait for a trigger that %s', (_, minutes, changes) => {
	expect(hasTurnAfter(minutes, changes)).toBe(true);
});

it('a time in which another process polled does not count as the interval of a trigger', () => {
	expect(hasTurnAfter(0.5, { pauses: [1, 15] })).toBe(false);
});

it.each([
	['sends its request', 'request'],
	['ends its poll after a request', 'end'],
])('a request waits for one of another trigger until that one %s', (_, event) => {
	const clock = new VirtualClock();
	const turns = new PollTurns(clock);
	for (const trigger of ['first', 'second']) {
		turns.start(trigger, 'channel', false);
		turns.recordRequest(trigger);
		clock.block(1_000);
	}
	const startedAt = turns.start('first', 'channel', false);
	turns.wait('second');
	turns.wait('first');
	const [before, ofFirst] = [turns.notBefore('second'), turns.notBefore('first')];
	turns.recordRequest('first');
	if (event === 'end') {
		turns.wait('first');
		turns.end('first', startedAt);
	}

	expect(before).toBeGreaterThan(clock.now());
	expect([ofFirst, turns.notBefore('second')]).toEqual([-Infinity, -Infinity]);
});

it('a request that is repeated keeps its turn', () => {
	const clock = new VirtualClock();
	const turns = new PollTurns(clock);
	turns.start('first', 'channel', false);
	turns.start('second', 'channel', false);
	turns.wait('second');
	turns.recordRequest('second');
	turns.wait('first');

	expect(turns.notBefore('second')).toBe(-Infinity);
});
