import {
	type ExecutionMessages,
	FailedExecutions,
} from '../../../nodes/ChannelMessaging/sendOnce/failedExecutions';
import { TimeSlicer } from '../../../nodes/ChannelMessaging/scheduling/timeSlicer';
import { VirtualClock } from '../../support/virtualClock';

const message = { channelKey: 'channel', contactId: '1', content: 'Hi' };
const hourMs = 60 * 60_000;

function skips(execution: ExecutionMessages, equal: Partial<typeof message> = {}): boolean {
	const earlier = execution.findEarlier({ ...message, ...equal }, ['sent', 'unknown']);
	if (earlier === undefined) return false;
	execution.skip(earlier);
	return true;
}

/** Sends the message once, and then fails. */
async function fail(executions: FailedExecutions): Promise<void> {
	const execution = await executions.begin(['node'], 'failed', undefined);
	execution.record(message, 'sent');
	execution.end('failed');
}

it.each([
	[hourMs - 1, true],
	[hourMs, false],
])('%i ms after a failure, an identical message is skipped: %s', async (pauseMs, isSkipped) => {
	const clock = new VirtualClock();
	const executions = new FailedExecutions(clock);
	const stopped = await executions.begin(['node'], '1', undefined);
	stopped.record(message, 'sent');
	stopped.end('failed');
	clock.block(pauseMs);

	const next = await executions.begin(['node'], '2', undefined);

	expect(skips(next)).toBe(isSkipped);
});

it('an hour after a failure, messages are sent again, even if the machine was asleep', async () => {
	const clock = new VirtualClock();
	let asleepMs = 0;
	const executions = new FailedExecutions(clock, undefined, () => clock.date() + asleepMs);
	await fail(executions);

	asleepMs = hourMs;

	expect(skips(await executions.begin(['node'], 'next', undefined))).toBe(false);
});

it('an hour after the last failure, nothing remains in memory', async () => {
	const clock = new VirtualClock();
	const executions = new FailedExecutions(clock);
	await fail(executions);
	clock.block(hourMs);
	executions.removeExpired();

	expect(executions).toEqual(new FailedExecutions(clock));
});

it('after another failure, the message is skipped for another hour', async () => {
	const clock = new VirtualClock();
	const executions = new FailedExecutions(clock);
	await fail(executions);
	clock.block(hourMs - 1);
	(await executions.begin(['node'], 'another', undefined)).end('failed');
	clock.block(hourMs - 1);

	expect(skips(await executions.begin(['node'], 'next', undefined))).toBe(true);
});

it('messages stay known while a later execution that fails in the end runs for hours', async () => {
	const clock = new VirtualClock();
	const executions = new FailedExecutions(clock);
	await fail(executions);
	const long = await executions.begin(['node'], 'long', undefined);
	const other = { ...message, contactId: '2' };
	long.record(other, 'sent');
	clock.block(3 * hourMs);
	executions.removeExpired();
	long.end('failed');
	clock.block(hourMs - 1);

	const next = await executions.begin(['node'], 'next', undefined);

	expect([skips(next), skips(next, other)]).toEqual([true, true]);
});

it('messages expire even if a later execution finished after hours', async () => {
	const clock = new VirtualClock();
	const executions = new FailedExecutions(clock);
	await fail(executions);
	const long = await executions.begin(['node'], 'long', undefined);
	clock.block(3 * hourMs);
	long.end('finished');

	expect(skips(await executions.begin(['node'], 'next', undefined))).toBe(false);
});

it('messages of other nodes, channels, and contacts are not skipped', async () => {
	const executions = new FailedExecutions(new VirtualClock());
	const stopped = await executions.begin(['node'], '1', undefined);
	stopped.record(message, 'sent');
	stopped.end('failed');

	expect(skips(await executions.begin(['other node'], '2', undefined))).toBe(false);
	const next = await executions.begin(['node'], '2', undefined);
	expect(skips(next, { channelKey: 'other channel' })).toBe(false);
	expect(skips(next, { contactId: '2' })).toBe(false);
	expect(skips(next)).toBe(true);
});

/** Uses both channels, sends the message in the first one, and then fails. */
async function failInChannels(executions: FailedExecutions, ...channelKeys: string[]) {
	const execution = await executions.begin(['node'], 'failed', undefined);
	execution.use(channelKeys);
	execution.record(message, 'sent');
	execution.reject(message.channelKey);
	execution.end('failed');
}

it('a new token replaces a rejected token, even after another failure', async () => {
	const executions = new FailedExecutions(new VirtualClock());
	await failInChannels(executions, message.channelKey);
	for (const id of ['again', 'next']) {
		const execution = await executions.begin(['node'], id, undefined);
		execution.use(['new token']);

		expect([1, 2].map(() => skips(execution, { channelKey: 'new token' }))).toEqual([true, false]);
		execution.end('failed');
	}
});

it.each([message.channelKey, 'new token'])(
	'a token that the service rejects before anything is skipped changes nothing for %s',
	async (channelKey) => {
		const executions = new FailedExecutions(new VirtualClock());
		await failInChannels(executions, message.channelKey);
		const mistyped = await executions.begin(['node'], 'mistyped', undefined);
		mistyped.use(['mistyped token']);
		mistyped.reject('mistyped token');
		mistyped.end('failed');
		const next = await executions.begin(['node'], 'next', undefined);
		next.use([channelKey]);

		expect([1, 2].map(() => skips(next, { channelKey }))).toEqual([true, false]);
	},
);

it('a rejected token is not replaced if it is unclear by which token', async () => {
	const executions = new FailedExecutions(new VirtualClock());
	await failInChannels(executions, message.channelKey);
	const next = await executions.begin(['node'], 'next', undefined);
	next.use(['new token', 'other channel']);

	for (const channelKey of ['new token', 'other channel']) {
		expect(skips(next, { channelKey })).toBe(false);
	}
});

it('a rejected token is not replaced if the service rejected another one, too', async () => {
	const executions = new FailedExecutions(new VirtualClock());
	const stopped = await executions.begin(['node'], 'failed', undefined);
	stopped.use([message.channelKey, 'other channel']);
	stopped.record(message, 'sent');
	stopped.reject(message.channelKey);
	stopped.reject('other channel');
	stopped.end('failed');
	const next = await executions.begin(['node'], 'next', undefined);
	next.use(['new token']);

	expect(skips(next, { channelKey: 'new token' })).toBe(false);
});

it('in a loop, only the first new token replaces the rejected one', async () => {
	const executions = new FailedExecutions(new VirtualClock());
	await failInChannels(executions, message.channelKey);
	const loop = await executions.begin(['node'], 'loop', undefined);
	for (const channelKey of ['new token', 'other channel']) loop.use([channelKey]);

	expect(skips(loop, { channelKey: 'other channel' })).toBe(false);
	expect(skips(loop, { channelKey: 'new token' })).toBe(true);
});

it('a token that the stopped execution used belongs to another channel', async () => {
	const executions = new FailedExecutions(new VirtualClock());
	await failInChannels(executions, message.channelKey, 'other channel');
	const next = await executions.begin(['node'], 'next', undefined);
	next.use(['other channel']);

	expect(skips(next, { channelKey: 'other channel' })).toBe(false);
});

it('a token that a later attempt used successfully is not replaced', async () => {
	const executions = new FailedExecutions(new VirtualClock());
	const stopped = await executions.begin(['node'], 'failed', undefined);
	stopped.reject(message.channelKey);
	stopped.use([message.channelKey]);
	stopped.record(message, 'sent');
	stopped.end('failed');
	const next = await executions.begin(['node'], 'next', undefined);
	next.use(['other channel']);

	expect(skips(next, { channelKey: 'other channel' })).toBe(false);
});

it('an execution that sends other messages leaves the message to the next one', async () => {
	const executions = new FailedExecutions(new VirtualClock());
	await fail(executions);
	(await executions.begin(['node'], 'trial', undefined)).end('finished');

	expect(skips(await executions.begin(['node'], 'next', undefined))).toBe(true);
});

it('a message that was skipped is sent by the next execution', async () => {
	const executions = new FailedExecutions(new VirtualClock());
	await fail(executions);
	const again = await executions.begin(['node'], 'again', undefined);
	skips(again);
	again.end('finished');

	expect(skips(await executions.begin(['node'], 'next', undefined))).toBe(false);
});

it.each([
	['one execution', ['1', '1']],
	['two concurrent executions', ['1', '2']],
])(
	'if %s sent a message twice, an execution that skips it once leaves one',
	async (_title, ids) => {
		const executions = new FailedExecutions(new VirtualClock());
		(await executions.begin(['node'], 'without messages', undefined)).end('failed');
		for (const id of ids) (await executions.begin(['node'], id, undefined)).record(message, 'sent');
		for (const id of ids) (await executions.begin(['node'], id, undefined)).end('failed');
		const again = await executions.begin(['node'], 'again', undefined);
		skips(again);
		again.end('finished');

		const next = await executions.begin(['node'], 'next', undefined);

		expect([skips(next), skips(next)]).toEqual([true, false]);
	},
);

it('a message that concurrent executions skipped stays known if one of them fails', async () => {
	const executions = new FailedExecutions(new VirtualClock());
	await fail(executions);
	const finishing = await executions.begin(['node'], '1', undefined);
	const failing = await executions.begin(['node'], '2', undefined);
	for (const execution of [finishing, failing]) skips(execution);
	finishing.end('finished');
	failing.end('failed');

	expect(skips(await executions.begin(['node'], 'next', undefined))).toBe(true);
});

it.each([
	['finish, the next execution sends it', 'finished', false],
	['fail, the next execution skips it', 'failed', true],
] as const)(
	'concurrent executions each skip the message once, and if they all %s',
	async (_title, state, isSkippedNext) => {
		const executions = new FailedExecutions(new VirtualClock());
		await fail(executions);
		const concurrent = await Promise.all(
			['1', '2', '3'].map(async (id) => await executions.begin(['node'], id, undefined)),
		);

		for (const execution of concurrent) {
			expect([skips(execution), skips(execution)]).toEqual([true, false]);
			execution.end(state);
		}

		const next = await executions.begin(['node'], 'next', undefined);
		expect([skips(next), skips(next)]).toEqual([isSkippedNext, false]);
	},
);

it('a message that a concurrent execution skipped stays known until all executions end', async () => {
	const executions = new FailedExecutions(new VirtualClock());
	await fail(executions);
	const [slow, fast] = await Promise.all(
		['1', '2'].map(async (id) => await executions.begin(['node'], id, undefined)),
	);
	if (slow === undefined || fast === undefined) throw new Error('No executions');
	skips(fast);
	fast.end('finished');
	(await executions.begin(['node'], '3', undefined)).end('finished');

	expect(skips(slow)).toBe(true);
});

it('an abort signal that the execution receives after a wait stops it', async () => {
	const executions = new FailedExecutions(new VirtualClock());
	(await executions.begin(['node'], '1', new AbortController().signal)).record(message, 'sent');
	const cancel = new AbortController();
	await executions.begin(['node'], '1', cancel.signal);
	cancel.abort();

	const next = await executions.begin(['node'], '2', undefined);

	expect(skips(next)).toBe(true);
});

it.each([1, 2])(
	'if %i messages may have been sent and one is resent, it counts once',
	async (count) => {
		const executions = new FailedExecutions(new VirtualClock());
		const stopped = await executions.begin(['node'], '1', undefined);
		for (let index = 0; index < count; index += 1) stopped.record(message, 'unknown');
		stopped.withdraw(message);
		stopped.record(message, 'sent');
		stopped.end('failed');

		const next = await executions.begin(['node'], '2', undefined);

		expect([skips(next), skips(next), skips(next)]).toEqual([true, count === 2, false]);
	},
);

it('messages move to the execution that skipped them, in time slices', async () => {
	let time = 0;
	let yields = 0;
	const clock = {
		now: () => (time += 1),
		sleep: async () => {
			yields += 1;
			await Promise.resolve();
		},
	};
	const executions = new FailedExecutions(clock, new TimeSlicer(clock));
	const contents = Array.from({ length: 100 }, (_, index) => String(index));
	const failed = await executions.begin(['node'], 'failed', undefined);
	for (const content of contents) failed.record({ ...message, content }, 'sent');
	failed.end('failed');
	const again = await executions.begin(['node'], 'again', undefined);
	for (const content of contents) skips(again, { content });
	again.end('finished');
	yields = 0;

	await executions.begin(['node'], 'next', undefined);

	expect(yields).toBeGreaterThan(5);
});
