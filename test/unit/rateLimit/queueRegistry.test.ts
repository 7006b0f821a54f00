import { QueueRegistry } from '../../../nodes/ChannelMessaging/rateLimit/queueRegistry';
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

	it('evicts an idle queue when its adaptive limit has recovered', async () => {
		const { clock, registry, cancellation } = setUp();
		const queue = registry.queueFor('channel', 'message');
		const permit = await clock.run(queue.openFlow({ limit }).permit(cancellation));
		if (permit.kind === 'granted') permit.end({ kind: 'accepted' });

		clock.block(recoveryMs - 1);
		registry.queueFor('second channel', 'message');
		expect(registry.queueFor('channel', 'message')).toBe(queue);

		clock.block(1);
		registry.queueFor('third channel', 'message');
		expect(registry.queueFor('channel', 'message')).not.toBe(queue);
	});

	it('evicts the queue of a service that rejected the last request when its wait is over', async () => {
		const { clock, registry, cancellation } = setUp();
		const queue = registry.queueFor('channel', 'message');
		const flow = queue.openFlow({ limit });
		const retryAfterMs = 3 * recoveryMs;
		for (let round = 1; round <= 2; round += 1) {
			const permit = await clock.run(flow.permit(cancellation, clock.now()));
			if (permit.kind === 'granted') permit.end({ kind: 'rejected', retryAfterMs });
		}

		clock.block(retryAfterMs - 1);
		registry.queueFor('second channel', 'message');
		expect(registry.queueFor('channel', 'message')).toBe(queue);

		clock.block(1);
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
		const retry = flowOf('waiting').permit(cancellation, hour);
		clock.block(hour / 2);

		registry.queueFor('other', 'message');

		expect(registry.queueFor('in flight', 'message')).toBe(inFlight);
		expect(registry.queueFor('waiting', 'message')).toBe(waiting);
		cancellation.stop();
		await retry;
	});
});
