import { Pace } from '../../../nodes/ChannelMessaging/campaign/pace';
import { notStarted } from '../../../nodes/ChannelMessaging/client/apiError';
import type { SendRequest } from '../../../nodes/ChannelMessaging/client/types';
import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellationToken';
import { VirtualClock } from '../../support/virtualClock';
import { send as message, success } from '../client/testService';

const intervalMs = 6_000;

function setUp(latencyMs: number) {
	const clock = new VirtualClock();
	const cancellation = new CancellationToken();
	const writtenAt: number[] = [];
	const send: SendRequest = async (_request, options) => {
		if (cancellation.isStopped) return notStarted();
		const obstacle = await options?.beforeAttempt?.();
		if (obstacle !== undefined) return obstacle;
		options?.onAttempt?.();
		writtenAt.push(clock.now());
		await clock.sleep(latencyMs);
		return success();
	};
	const pace = new Pace(clock);
	return {
		cancellation,
		clock,
		pace,
		paced: pace.limit(send, intervalMs, cancellation),
		send,
		writtenAt,
	};
}

describe('Pace', () => {
	it.each([10, 20_000])('starts one message per interval if responses take %s ms', async (ms) => {
		const { clock, paced, writtenAt } = setUp(ms);

		await clock.run(Promise.all([1, 2, 3].map(async () => await paced(message))));

		expect(writtenAt).toEqual([0, intervalMs, 2 * intervalMs]);
	});

	it("doesn't wait for messages that aren't sent", async () => {
		const { clock, paced, writtenAt } = setUp(10);
		const skip = async () => await Promise.resolve(notStarted());

		await clock.run(
			Promise.all([
				paced(message, { beforeAttempt: skip }),
				paced(message, { beforeAttempt: skip }),
				paced(message),
			]),
		);

		expect(writtenAt).toEqual([0]);
	});

	it("doesn't delay contact requests", async () => {
		const { clock, paced, writtenAt } = setUp(10);

		await clock.run(
			Promise.all([message, { ...message, bucket: 'contact' as const }].map((each) => paced(each))),
		);

		expect(writtenAt).toEqual([0, 0]);
	});

	it('continues in the next attempt', async () => {
		const { cancellation, clock, pace, paced, send, writtenAt } = setUp(10);

		await clock.run(paced(message));
		await clock.run(pace.limit(send, intervalMs, cancellation)(message));

		expect(writtenAt).toEqual([0, intervalMs]);
	});

	it('ends its wait when the execution is stopped', async () => {
		const { cancellation, clock, paced, writtenAt } = setUp(10);
		const sending = Promise.all([1, 2, 3].map(async () => await paced(message)));
		await clock.run(clock.sleep(1_000));

		cancellation.stop();
		await clock.run(sending);

		expect(writtenAt).toEqual([0]);
		expect(clock.now()).toBeLessThan(2_000);
	});
});
