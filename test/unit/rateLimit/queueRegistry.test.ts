import {
	QueueRegistry,
	rateOf,
	type TokenOwner,
} from '../../../nodes/ChannelMessaging/rateLimit/queueRegistry';
import { maxIdleMs } from '../../../nodes/ChannelMessaging/rateLimit/rateLimitedQueue';
import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellation';
import { VirtualClock } from '../../support/virtualClock';

const owner: TokenOwner = {
	baseUrl: 'https://one.example',
	token: 'one',
	messagesPerSecond: 25,
	contactCallsPerMinute: 1,
};
const otherOwner = { ...owner, token: 'other' };

function setUp() {
	const clock = new VirtualClock();
	return { clock, registry: new QueueRegistry(clock), stop: new CancellationToken() };
}

test('rateOf counts messages per second and contact requests per minute', () => {
	expect(rateOf(owner, 'message')).toEqual({ limit: 25, windowMs: 1_000 });
	expect(rateOf(owner, 'contact')).toEqual({ limit: 1, windowMs: 60_000 });
});

describe('QueueRegistry', () => {
	it('has one queue per service, token, and kind of request', () => {
		const { registry } = setUp();
		const queue = registry.queueFor(owner, 'message');

		expect(registry.queueFor({ ...owner }, 'message')).toBe(queue);
		expect(registry.queueFor({ ...owner, messagesPerSecond: 10 }, 'message')).toBe(queue);
		expect(registry.queueFor(otherOwner, 'message')).not.toBe(queue);
		expect(registry.queueFor({ ...owner, baseUrl: 'https://b.example' }, 'message')).not.toBe(
			queue,
		);
		expect(registry.queueFor(owner, 'contact')).not.toBe(queue);
	});

	it('evicts a queue that was idle for two hours', async () => {
		const { clock, registry, stop } = setUp();
		const queue = registry.queueFor(owner, 'message');
		await clock.run(queue.openFlow().permit(stop, false));

		await clock.run(clock.sleep(maxIdleMs - 1));
		registry.queueFor(otherOwner, 'message');
		expect(registry.queueFor(owner, 'message')).toBe(queue);

		await clock.run(clock.sleep(1));
		registry.queueFor(otherOwner, 'contact');
		expect(registry.queueFor(owner, 'message')).not.toBe(queue);
	});

	it('keeps a queue whose request ended less than two hours ago', async () => {
		const { clock, registry, stop } = setUp();
		const queue = registry.queueFor(owner, 'message');
		const permit = await clock.run(queue.openFlow().permit(stop, false));
		await clock.run(clock.sleep(maxIdleMs));
		if (typeof permit === 'string' || permit instanceof Error) throw new Error('No permit');
		permit.rejected(900_000, 0);

		registry.queueFor(otherOwner, 'message');

		expect(registry.queueFor(owner, 'message')).toBe(queue);
	});

	it('keeps a queue with waiting requests', async () => {
		const { clock, registry, stop } = setUp();
		const queue = registry.queueFor(owner, 'contact');
		const flow = queue.openFlow();
		// One per minute: some of them wait longer than two hours.
		const permits = Array.from({ length: 200 }, async () => await flow.permit(stop, false));
		await clock.run(clock.sleep(maxIdleMs));

		registry.queueFor(otherOwner, 'contact');

		expect(registry.queueFor(owner, 'contact')).toBe(queue);
		stop.stop();
		await Promise.all(permits);
	});
});
