import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellationToken';
import { queueFor, type TokenOwner } from '../../../nodes/ChannelMessaging/rateLimit/queueRegistry';
import { WaitingTime } from '../../../nodes/ChannelMessaging/rateLimit/waitingTime';

const rate = { limit: 1, windowMilliseconds: 60_000 };

/** Queues live as long as the process, so each test takes a token of its own. */
const ownerOf = (token: string): TokenOwner => ({ baseUrl: 'https://one.example', token });

describe('the queue of a token', () => {
	it('is the same for every execution', () => {
		expect(queueFor(ownerOf('same'), 'message', rate)).toBe(
			queueFor(ownerOf('same'), 'message', rate),
		);
	});

	it('belongs to no other token', () => {
		expect(queueFor(ownerOf('one'), 'message', rate)).not.toBe(
			queueFor(ownerOf('other'), 'message', rate),
		);
	});

	it('is not the one of the same token at another service', () => {
		const owner = ownerOf('two services');

		expect(queueFor(owner, 'message', rate)).not.toBe(
			queueFor({ ...owner, baseUrl: 'https://other.example' }, 'message', rate),
		);
	});

	it('is one for messages and another one for contacts', () => {
		const owner = ownerOf('two kinds');

		expect(queueFor(owner, 'message', rate)).not.toBe(queueFor(owner, 'contact', rate));
	});

	it('takes over the rate that was asked for last', async () => {
		const owner = ownerOf('another rate');
		const stop = new CancellationToken();
		await queueFor(owner, 'message', rate).openFlow(new WaitingTime()).permit(stop, false);

		// With the former rate, the second one would have to wait for a minute.
		const second = queueFor(owner, 'message', { ...rate, limit: 2 })
			.openFlow(new WaitingTime())
			.permit(stop, false);
		// The queue looks at once whether there is room; whoever still waits then leaves it.
		await new Promise((resolve) => setImmediate(resolve));
		stop.cancel();

		expect(await second).not.toBe('cancelled');
	});
});
