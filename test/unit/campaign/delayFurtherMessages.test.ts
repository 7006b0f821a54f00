import { delayFurtherMessages } from '../../../nodes/ChannelMessaging/campaign/delayFurtherMessages';
import { notStarted } from '../../../nodes/ChannelMessaging/client/apiError';
import type { SendRequest } from '../../../nodes/ChannelMessaging/client/sendRequest';
import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellationToken';
import { KeyedQueue } from '../../../nodes/ChannelMessaging/scheduling/keyedQueue';
import { TimeSlicer } from '../../../nodes/ChannelMessaging/scheduling/timeSlicer';
import { VirtualClock } from '../../support/virtualClock';
import { send as message, success } from '../client/testService';

const delayMs = 60_000;

/** Sends two messages to each of several contacts, with a delay between them. */
function setUp(contacts: number, maxConcurrency: number) {
	const clock = new VirtualClock();
	const cancellation = new CancellationToken();
	const queue = new KeyedQueue(maxConcurrency, cancellation, new TimeSlicer(clock).slice());
	const sentAt: number[] = [];
	const post: SendRequest = async () => {
		if (cancellation.isStopped) return notStarted();
		sentAt.push(clock.now());
		return await Promise.resolve(success());
	};
	const aside = async (pausing: () => Promise<void>) => {
		await queue.aside(pausing);
	};
	const send = delayFurtherMessages(post, { clock, cancellation, aside });
	for (let contact = 0; contact < contacts; contact += 1) {
		queue.add(String(contact), async () => {
			await send(message);
			await send({ ...message, delayMs });
		});
	}
	return { clock, cancellation, queue, sentAt };
}

it('a delay occupies no slot, so all contacts get their first message without a delay', async () => {
	const { clock, queue, sentAt } = setUp(200, 5);

	await clock.run(queue.ended());

	expect(sentAt).toHaveLength(400);
	expect(sentAt.filter((at) => at < delayMs)).toHaveLength(200);
	expect(Math.max(...sentAt)).toBeLessThan(delayMs + 1_000);
});

it('stopping an execution ends its delays without sending anything', async () => {
	const { clock, cancellation, queue, sentAt } = setUp(3, 5);
	const stopping = clock.sleep(10_000).then(() => {
		cancellation.stop();
	});

	await clock.run(Promise.all([queue.ended(), stopping]));

	expect(sentAt).toHaveLength(3);
	expect(clock.now()).toBeLessThan(11_000);
});
