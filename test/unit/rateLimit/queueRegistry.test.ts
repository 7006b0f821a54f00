import { queueFor, type TokenOwner } from '../../../nodes/ChannelMessaging/rateLimit/queueRegistry';
import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellationToken';

/** Queues live as long as the process, so each test takes a token of its own. */
const ownerOf = (token: string): TokenOwner => ({
	baseUrl: 'https://one.example',
	token,
	messagesPerSecond: 25,
	contactCallsPerMinute: 1,
});

it('each token has one queue at each service for each kind of call', () => {
	const owner = ownerOf('one');
	const queue = queueFor(owner, 'message');

	expect(queueFor({ ...owner }, 'message')).toBe(queue);
	expect(queueFor(ownerOf('other'), 'message')).not.toBe(queue);
	expect(queueFor({ ...owner, baseUrl: 'https://other.example' }, 'message')).not.toBe(queue);
	expect(queueFor(owner, 'contact')).not.toBe(queue);
});

it('messages are counted by the second, contact calls by the minute', () => {
	const owner = ownerOf('two rates');

	expect(queueFor(owner, 'message').rate).toEqual({ limit: 25, windowMilliseconds: 1_000 });
	expect(queueFor(owner, 'contact').rate).toEqual({ limit: 1, windowMilliseconds: 60_000 });
});

it('a queue takes over the rate that was asked for last', async () => {
	const owner = ownerOf('another rate');
	const stop = new CancellationToken();
	await queueFor(owner, 'contact').openFlow().permit(stop, false);

	// With the former rate, the second one would have to wait for a minute.
	const second = queueFor({ ...owner, contactCallsPerMinute: 2 }, 'contact')
		.openFlow()
		.permit(stop, false);
	// The queue looks at once whether there is room; whoever still waits then leaves it.
	await new Promise((resolve) => setImmediate(resolve));
	stop.cancel();

	expect(await second).not.toBe('cancelled');
});
