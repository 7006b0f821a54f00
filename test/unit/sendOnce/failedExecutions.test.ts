import {
	type ExecutionMessages,
	FailedExecutions,
} from '../../../nodes/ChannelMessaging/sendOnce/failedExecutions';
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
function fail(executions: FailedExecutions): void {
	const execution = executions.begin(['node'], 'failed', undefined);
	execution.record(message, 'sent');
	execution.end('failed');
}

it.each([
	[hourMs - 1, true],
	[hourMs, false],
])('%i ms after a failure, an equal message is skipped: %s', (pauseMs, isSkipped) => {
	const clock = new VirtualClock();
	const executions = new FailedExecutions(clock);
	const stopped = executions.begin(['node'], '1', undefined);
	stopped.record(message, 'sent');
	stopped.end('failed');
	clock.block(pauseMs);

	const next = executions.begin(['node'], '2', undefined);

	expect(skips(next)).toBe(isSkipped);
});

it('after another failure, the message is skipped for another hour', () => {
	const clock = new VirtualClock();
	const executions = new FailedExecutions(clock);
	fail(executions);
	clock.block(hourMs - 1);
	executions.begin(['node'], 'another', undefined).end('failed');
	clock.block(hourMs - 1);

	expect(skips(executions.begin(['node'], 'next', undefined))).toBe(true);
});

it('nodes, channels, and contacts have their own messages', () => {
	const executions = new FailedExecutions(new VirtualClock());
	const stopped = executions.begin(['node'], '1', undefined);
	stopped.record(message, 'sent');
	stopped.end('failed');

	expect(skips(executions.begin(['other node'], '2', undefined))).toBe(false);
	const next = executions.begin(['node'], '2', undefined);
	expect(skips(next, { channelKey: 'other channel' })).toBe(false);
	expect(skips(next, { contactId: '2' })).toBe(false);
	expect(skips(next)).toBe(true);
});

it('an execution that sends other messages leaves the message to the next one', () => {
	const executions = new FailedExecutions(new VirtualClock());
	fail(executions);
	executions.begin(['node'], 'trial', undefined).end('finished');

	expect(skips(executions.begin(['node'], 'next', undefined))).toBe(true);
});

it('a message that was skipped is sent by the next execution', () => {
	const executions = new FailedExecutions(new VirtualClock());
	fail(executions);
	const again = executions.begin(['node'], 'again', undefined);
	skips(again);
	again.end('finished');

	expect(skips(executions.begin(['node'], 'next', undefined))).toBe(false);
});

it.each([
	['finish, the next one sends it', 'finished', false],
	['fail, the next one skips it', 'failed', true],
] as const)(
	'executions that run concurrently skip the message once each, and if all %s',
	(_title, state, isSkippedNext) => {
		const executions = new FailedExecutions(new VirtualClock());
		fail(executions);
		const concurrent = ['1', '2', '3'].map((id) => executions.begin(['node'], id, undefined));

		for (const execution of concurrent) {
			expect([skips(execution), skips(execution)]).toEqual([true, false]);
			execution.end(state);
		}

		const next = executions.begin(['node'], 'next', undefined);
		expect([skips(next), skips(next)]).toEqual([isSkippedNext, false]);
	},
);

it('a message that a concurrent execution skipped stays known until all executions end', () => {
	const executions = new FailedExecutions(new VirtualClock());
	fail(executions);
	const [slow, fast] = ['1', '2'].map((id) => executions.begin(['node'], id, undefined));
	if (slow === undefined || fast === undefined) throw new Error('No executions');
	skips(fast);
	fast.end('finished');
	executions.begin(['node'], '3', undefined).end('finished');

	expect(skips(slow)).toBe(true);
});

it('a signal that the execution got after a wait stops it', () => {
	const executions = new FailedExecutions(new VirtualClock());
	executions.begin(['node'], '1', new AbortController().signal).record(message, 'sent');
	const cancel = new AbortController();
	executions.begin(['node'], '1', cancel.signal);
	cancel.abort();

	const next = executions.begin(['node'], '2', undefined);

	expect(skips(next)).toBe(true);
});

it('a message that may have been sent, and is then sent again, counts once', () => {
	const executions = new FailedExecutions(new VirtualClock());
	const stopped = executions.begin(['node'], '1', undefined);
	stopped.record(message, 'unknown');
	stopped.withdraw(message);
	stopped.record(message, 'sent');
	stopped.end('failed');

	const next = executions.begin(['node'], '2', undefined);

	expect([skips(next), skips(next)]).toEqual([true, false]);
});
