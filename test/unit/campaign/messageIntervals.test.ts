import { MessageIntervals } from '../../../nodes/ChannelMessaging/campaign/messageIntervals';
import { notStarted } from '../../../nodes/ChannelMessaging/client/apiError';
import type { SendRequest } from '../../../nodes/ChannelMessaging/client/sendRequest';
import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellationToken';
import { VirtualClock } from '../../support/virtualClock';
import { send as message, success } from '../client/testService';

const intervalMs = 6_000;

function setUp(latencyMs: number, outageUntil = 0) {
	const clock = new VirtualClock();
	const cancellation = new CancellationToken();
	const writtenAt: number[] = [];
	const attempt = async (...[, options]: Parameters<SendRequest>) => {
		await options?.precondition?.();
		const obstacle = options?.beforeAttempt?.();
		if (obstacle !== undefined) return obstacle;
		options?.onAttempt?.();
		writtenAt.push(clock.now());
		await clock.sleep(latencyMs);
		return clock.now() < outageUntil ? undefined : success();
	};
	/** Retries until an attempt succeeds. */
	const send: SendRequest = async (...request) => {
		for (;;) {
			if (cancellation.isStopped) return notStarted();
			const waitMs = (request[1]?.notBefore?.() ?? 0) - clock.now();
			if (waitMs > 0) await clock.sleep(waitMs);
			const result = waitMs > 0 ? undefined : await attempt(...request);
			if (result !== undefined) return result;
		}
	};
	const intervals = new MessageIntervals(clock);
	const limit = (owner: string) => intervals.limit(send, { owner, intervalMs, cancellation });
	return { cancellation, clock, limit, intervals, paced: limit('execution'), writtenAt };
}

describe('MessageIntervals', () => {
	it.each([10, 20_000])('starts one message per interval if responses take %s ms', async (ms) => {
		const { clock, paced, writtenAt } = setUp(ms);

		await clock.run(Promise.all([1, 2, 3].map(async () => await paced(message))));

		expect(writtenAt).toEqual([0, intervalMs, 2 * intervalMs]);
	});

	it("doesn't wait for messages that aren't sent", async () => {
		const { clock, paced, writtenAt } = setUp(10);

		await clock.run(
			Promise.all([
				paced(message, { beforeAttempt: notStarted }),
				paced(message, { beforeAttempt: notStarted }),
				paced(message),
			]),
		);

		expect(writtenAt).toEqual([0]);
	});

	it("sends an item's further message before the first messages of waiting items", async () => {
		const { clock, paced } = setUp(10);
		const ended: string[] = [];
		const send = async (name: string, position = 0) => {
			await paced({ ...message, position });
			ended.push(name);
		};
		const item = async (name: string) => {
			await send(`${name} 0`);
			await send(`${name} 1`, 1);
		};

		await clock.run(Promise.all(['Ana', 'Ben', 'Cleo'].map(item)));

		expect(ended).toEqual(['Ana 0', 'Ben 0', 'Ana 1', 'Ben 1', 'Cleo 0', 'Cleo 1']);
	});

	it("doesn't delay contact requests", async () => {
		const { clock, paced, writtenAt } = setUp(10);

		await clock.run(
			Promise.all([message, { ...message, bucket: 'contact' as const }].map((each) => paced(each))),
		);

		expect(writtenAt).toEqual([0, 0]);
	});

	it('continues in the next iteration of a loop, even if other executions start', async () => {
		const { clock, limit, intervals, writtenAt } = setUp(10);

		await clock.run(limit('loop')(message));
		intervals.removeExpired();
		await clock.run(limit('loop')(message));

		expect(writtenAt).toEqual([0, intervalMs]);
	});

	it('separates executions', async () => {
		const { clock, limit, writtenAt } = setUp(10);

		await clock.run(
			Promise.all(['first', 'second'].map(async (owner) => await limit(owner)(message))),
		);

		expect(writtenAt).toEqual([0, 0]);
	});

	it('includes retries', async () => {
		const { clock, paced, writtenAt } = setUp(10, 3 * intervalMs);

		await clock.run(Promise.all([1, 2, 3].map(async () => await paced(message))));

		const intervals = writtenAt.slice(1).map((at, index) => at - (writtenAt[index] ?? 0));
		expect(writtenAt.length).toBeGreaterThan(3);
		expect(new Set(intervals)).toEqual(new Set([intervalMs]));
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
