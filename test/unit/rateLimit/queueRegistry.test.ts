import { QueueRegistry } from '../../../nodes/ChannelMessaging/rateLimit/queueRegistry';
import type { RequestEnd } from '../../../nodes/ChannelMessaging/rateLimit/permit';
import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellationToken';
import { VirtualClock } from '../../support/virtualClock';

const limit = 25;
/** The adaptive limit of messages recovers within 20 windows of a second. */
const recoveryMs = 20_000;

function setUp() {
	const clock = new VirtualClock();
	return {
		clock,
		registry: new QueueRegistry(clock, () => 0),
		cancellation: new CancellationToken(),
	};
}

describe('QueueRegistry', () => {
	it('creates one queue per channel and rate limit', () => {
		const { registry } = setUp();
		const queue = registry.queueFor('channel', 'message');

		expect(registry.queueFor('channel', 'message')).toBe(queue);
		expect(registry.queueFor('other channel', 'message')).not.toBe(queue);
		expect(registry.queueFor('channel', 'contact')).not.toBe(queue);
	});

	it('shares unknown outcomes between the queues of a channel until they expire', () => {
		const { clock, registry } = setUp();
		const { outcomes } = registry.queueFor('channel', 'message');
		expect(registry.queueFor('channel', 'contact').outcomes).toBe(outcomes);
		expect(registry.queueFor('other channel', 'message').outcomes).not.toBe(outcomes);

		outcomes.ended({ permittedAt: 0, writtenAt: 0, isRejected: false }, 'unknown', true, 0);
		const hour = 3_600_000;
		clock.block(hour);
		registry.queueFor('third channel', 'message');
		expect(registry.queueFor('channel', 'message').outcomes).toBe(outcomes);

		clock.block(hour);
		registry.queueFor('third channel', 'message');
		expect(registry.queueFor('channel', 'message').outcomes).not.toBe(outcomes);
	});

	const retryAfterMs = 3 * recoveryMs;

	it.each<[string, RequestEnd[], number]>([
		['its adaptive limit has recovered', [{ kind: 'passed', evidence: 'accepted' }], recoveryMs],
		[
			'the wait is over, if the service rejected the last request',
			[
				{ kind: 'rejected', retryAfterMs },
				{ kind: 'rejected', retryAfterMs },
			],
			retryAfterMs,
		],
	])('evicts an idle queue when %s', async (_title, ends, idleMs) => {
		const { clock, registry, cancellation } = setUp();
		const queue = registry.queueFor('channel', 'message');
		const flow = queue.openFlow({ limit });
		for (const end of ends) {
			const permit = await clock.run(flow.permit(cancellation, { retryAt: clock.now() }));
			if (permit.kind === 'granted') permit.end(end);
		}

		clock.block(idleMs - 1);
		registry.queueFor('second channel', 'message');
		expect(registry.queueFor('channel', 'message')).toBe(queue);

		clock.block(1_000);
		registry.queueFor('third channel', 'message');
		expect(registry.queueFor('channel', 'message')).not.toBe(queue);
	});

	it('keeps a queue with a request in flight or waiting', async () => {
		const { clock, registry, cancellation } = setUp();
		const flowOf = (channel: string) => registry.queueFor(channel, 'message').openFlow({ limit });
		const inFlight = registry.queueFor('in flight', 'message');
		await clock.run(flowOf('in flight').permit(cancellation));
		const waiting = registry.queueFor('waiting', 'message');
		const hour = 3_600_000;
		const retry = flowOf('waiting').permit(cancellation, { retryAt: hour });
		clock.block(hour / 2);

		registry.queueFor('other', 'message');

		expect(registry.queueFor('in flight', 'message')).toBe(inFlight);
		expect(registry.queueFor('waiting', 'message')).toBe(waiting);
		cancellation.stop();
		await retry;
	});
});
