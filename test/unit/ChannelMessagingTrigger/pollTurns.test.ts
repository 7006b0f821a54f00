import { PollTurns } from '../../../nodes/ChannelMessagingTrigger/pollTurns';
import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellationToken';
import { VirtualClock } from '../../support/virtualClock';

const minuteMs = 60_000;

it('a trigger that has sent no request in three consecutive polls counts as overloaded', () => {
	const clock = new VirtualClock();
	const turns = new PollTurns(clock);

	const ends = [0, 0, 1, 0, 0, 0, 0, 1].map((sent) => {
		const startedAt = turns.start('one', 'channel', false);
		if (sent > 0) turns.takeTurn('one', false);
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
 * Polls `starved` without a request, and then `other`, which has sent a request later. Returns how
 * long the second poll of `other` waits for its turn.
 *
 * @param pauses the minutes between earlier polls of `starved`
 */
async function turnAfter(
	minutes: number,
	{ channel = 'channel', pauses = [] }: { channel?: string; pauses?: readonly number[] } = {},
): Promise<number> {
	const clock = new VirtualClock();
	const turns = new PollTurns(clock);
	for (const pause of pauses) {
		turns.end('starved', turns.start('starved', channel, false));
		clock.block(pause * minuteMs);
	}
	turns.end('starved', turns.start('starved', channel, false));
	clock.block(1_000);
	const startedAt = turns.start('other', 'channel', false);
	turns.takeTurn('other', false);
	turns.end('other', startedAt);
	clock.block(minutes * minuteMs);
	turns.start('other', 'channel', false);
	const cancellation = new CancellationToken();
	return await clock.run(
		(async () => {
			const start = clock.now();
			void clock.sleep(9_000).then(() => {
				cancellation.stop();
			});
			await turns.awaitTurn('other', cancellation);
			return clock.now() - start;
		})(),
	);
}

it.each([
	['every minute', 0.5, {}],
	['every five minutes', 4.5, { pauses: [5] }],
])(
	'a poll passes its turn to a trigger that has waited longer and polls %s',
	async (_, minutes, changes) => {
		await expect(turnAfter(minutes, changes)).resolves.toBe(9_000);
	},
);

it.each([
	['has another token', 0.5, { channel: 'another channel' }],
	['no longer polls', 2, {}],
	['polls again in three minutes', 2, { pauses: [5] }],
])('a poll does not wait for a trigger that %s', async (_, minutes, changes) => {
	await expect(turnAfter(minutes, changes)).resolves.toBe(0);
});

it('a time in which another process polled does not count as the interval of a trigger', async () => {
	await expect(turnAfter(0.5, { pauses: [1, 15] })).resolves.toBe(9_000);
});

it('a poll gets its turn when the trigger that has waited longer sends a request', async () => {
	const clock = new VirtualClock();
	const turns = new PollTurns(clock);
	turns.end('starved', turns.start('starved', 'channel', false));
	clock.block(1_000);
	turns.start('other', 'channel', false);
	turns.takeTurn('other', false);
	const waited = await clock.run(
		(async () => {
			const start = clock.now();
			void clock.sleep(1_000).then(() => {
				turns.takeTurn('starved', false);
			});
			await turns.awaitTurn('other', new CancellationToken());
			return clock.now() - start;
		})(),
	);

	expect(waited).toBe(1_000);
});

/** Two triggers, the second of which sent its latest request later. Both have queued another one. */
async function twoQueued() {
	const clock = new VirtualClock();
	const turns = new PollTurns(clock);
	for (const trigger of ['first', 'second']) {
		turns.start(trigger, 'channel', false);
		turns.takeTurn(trigger, false);
		clock.block(1_000);
	}
	const startedAt = turns.start('first', 'channel', false);
	turns.start('second', 'channel', false);
	for (const trigger of ['second', 'first']) {
		await turns.awaitTurn(trigger, new CancellationToken());
	}
	return { clock, turns, startedAt };
}

it('a queued request leaves its turn to a trigger that has waited longer', async () => {
	const { turns } = await twoQueued();

	const taken = ['second', 'first', 'second'].map((trigger) => turns.takeTurn(trigger, false));

	expect(taken).toEqual([false, true, true]);
});

it('a queued request does not wait for a trigger whose poll has ended', async () => {
	const { turns, startedAt } = await twoQueued();
	turns.takeTurn('first', false);
	await turns.awaitTurn('first', new CancellationToken());
	turns.end('first', startedAt);

	expect(turns.takeTurn('second', false)).toBe(true);
});

it('a publication does not wait for turns, although a poll of the trigger does', async () => {
	const { turns } = await twoQueued();

	expect(turns.takeTurn('second', true)).toBe(true);
});

it('a request that is repeated keeps its turn', async () => {
	const { clock, turns } = await twoQueued();
	turns.takeTurn('first', false);
	clock.block(1_000);
	turns.takeTurn('second', false);
	await turns.awaitTurn('first', new CancellationToken());

	expect(turns.takeTurn('second', false)).toBe(true);
});
