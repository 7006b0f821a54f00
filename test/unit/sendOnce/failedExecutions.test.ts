import { FailedExecutions } from '../../../nodes/ChannelMessaging/sendOnce/failedExecutions';
import { VirtualClock } from '../../support/virtualClock';

const message = { channelKey: 'channel', contactId: '1', content: 'Hi' };
const hourMs = 60 * 60_000;

it.each([
	[hourMs - 1, true],
	[hourMs, false],
])('%i ms after a failure, an equal message is skipped: %s', (pauseMs, isSkipped) => {
	const clock = new VirtualClock();
	const executions = new FailedExecutions(clock);
	const stopped = executions.begin(['node'], '1', undefined);
	stopped.record(message, 'sent');
	stopped.fail();
	clock.block(pauseMs);

	const next = executions.begin(['node'], '2', undefined);

	expect(next.takeEarlier(message, ['sent'])).toBe(isSkipped);
});

it('nodes, channels, and contacts have their own messages', () => {
	const executions = new FailedExecutions(new VirtualClock());
	const stopped = executions.begin(['node'], '1', undefined);
	stopped.record(message, 'sent');
	stopped.fail();

	expect(executions.begin(['other node'], '2', undefined).takeEarlier(message, ['sent'])).toBe(
		false,
	);
	const next = executions.begin(['node'], '2', undefined);
	expect(next.takeEarlier({ ...message, channelKey: 'other channel' }, ['sent'])).toBe(false);
	expect(next.takeEarlier({ ...message, contactId: '2' }, ['sent'])).toBe(false);
	expect(next.takeEarlier(message, ['sent'])).toBe(true);
});

it('a signal that the execution got after a wait stops it', () => {
	const executions = new FailedExecutions(new VirtualClock());
	executions.begin(['node'], '1', new AbortController().signal).record(message, 'sent');
	const cancel = new AbortController();
	executions.begin(['node'], '1', cancel.signal);
	cancel.abort();

	const next = executions.begin(['node'], '2', undefined);

	expect(next.takeEarlier(message, ['sent'])).toBe(true);
});

it('a message that may have been sent, and is then sent again, counts once', () => {
	const executions = new FailedExecutions(new VirtualClock());
	const stopped = executions.begin(['node'], '1', undefined);
	stopped.record(message, 'unknown');
	stopped.withdraw(message);
	stopped.record(message, 'sent');
	stopped.fail();

	const next = executions.begin(['node'], '2', undefined);

	const takes = [1, 2].map(() => next.takeEarlier(message, ['sent', 'unknown']));
	expect(takes).toEqual([true, false]);
});
