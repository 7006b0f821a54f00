import { queueFor, type TokenOwner } from '../../../nodes/ChannelMessaging/rateLimit/queueRegistry';
import { WaitingTime } from '../../../nodes/ChannelMessaging/rateLimit/waitingTime';
import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellationToken';

const rate = { limit: 1, windowMilliseconds: 60_000 };

/** Queues live as long as the process, so each test takes a token of its own. */
const ownerOf = (token: string): TokenOwner => ({ baseUrl: 'https://one.example', token });

it('each token has one queue at each service for each kind of call', () => {
	const owner = ownerOf('one');
	const queue = queueFor(owner, 'message', rate);

	expect(queueFor({ ...owner }, 'message', rate)).toBe(queue);
	expect(queueFor(ownerOf('other'), 'message', rate)).not.toBe(queue);
	expect(queueFor({ ...owner, baseUrl: 'https://other.example' }, 'message', rate)).not.toBe(queue);
	expect(queueFor(owner, 'contact', rate)).not.toBe(queue);
});

it('a queue takes over the rate that was asked for last', async () => {
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
