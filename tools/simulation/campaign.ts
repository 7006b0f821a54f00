import { ExecutionJournal } from '../../nodes/ChannelMessaging/client/journal';
import type { ChannelRequest, HttpRequest } from '../../nodes/ChannelMessaging/client/types';
import { ApiError, notStarted } from '../../nodes/ChannelMessaging/client/apiError';
import { type ChannelSession, createSender } from '../../nodes/ChannelMessaging/client/sendRequest';
import { withJournal } from '../../nodes/ChannelMessaging/execution/sendOnce';
import { ConcurrencyLimit } from '../../nodes/ChannelMessaging/rateLimit/queueRegistry';
import { RateLimitedQueue } from '../../nodes/ChannelMessaging/rateLimit/rateLimitedQueue';
import { CancellationToken } from '../../nodes/ChannelMessaging/scheduling/cancellation';
import { KeyedQueue } from '../../nodes/ChannelMessaging/scheduling/keyedQueue';
import { seededRandomNumbers } from '../randomness';
import { type SimulatedConditions, SimulatedService, usualConditions } from './simulatedService';
import { VirtualClock } from '../../test/support/virtualClock';

export interface Campaign extends Partial<SimulatedConditions> {
	messages: number;
	/** Processes, each with a queue of its own. */
	workers?: number;
	/** What each process takes for the limit; the limit of the service if not said. */
	limitEach?: number;
	/** How much later each process starts than the one before, in milliseconds. */
	startsApart?: number;
	/** Executions at once in each process, or in all of them; each has as many messages. */
	executions?: number | readonly number[];
	/** The limits of the executions' credentials, in turn; `limitEach` if not said. */
	limitsOfExecutions?: readonly number[];
	/** Calls a second of somebody else who uses the same token. */
	othersPerSecond?: number;
	/** The fraction of messages that aren't sent, because they were sent before. */
	skippedFraction?: number;
	/** The mean time between single messages, in milliseconds, each from an execution of its own. */
	singleEveryMs?: number;
	/** When the last single message is sent. The end of the campaign if not said. */
	singlesUntilMs?: number;
	/** Whether the queues' waits after a 429 are random. */
	hasJitter?: boolean;
	/** Whether the queues learn when a request is written. */
	reportsWriting?: boolean;
	seed?: number;
}

export interface CampaignResult {
	/** Until the last message was answered. */
	seconds: number;
	sent: number;
	failed: number;
	/** From the first to the last that the service accepted, as the bench measures it. */
	messagesPerSecond: number;
	/** The same, as a part of the limit. */
	shareOfLimit: number;
	/** Part of the limit that was used until the first process had sent all of its messages. */
	shareWhileAllSend: number;
	/** When that was, in seconds. */
	firstDone: number;
	refused: number;
	/** Part of all calls of the campaign that were refused. */
	refusedShare: number;
	/** The mean and the longest wait of single messages until they were written or failed. */
	singleWaitMs: { mean: number; max: number };
	/** The longest time that other work in n8n waited for the event loop. */
	maxDelayMs: number;
}

const send: ChannelRequest = {
	bucket: 'message',
	method: 'POST',
	path: '/v1/message/sendContent/1',
	idempotent: false,
};

/** Sends a campaign through the node's own delivery, against a simulated service, in virtual time. */
export async function simulate(campaign: Campaign): Promise<CampaignResult> {
	const conditions = { ...usualConditions, ...campaign };
	const {
		workers = 1,
		limitEach = conditions.limit,
		startsApart = 0,
		executions = 1,
		messages,
		limitsOfExecutions = [],
		othersPerSecond = 0,
		skippedFraction = 0,
		singleEveryMs,
		singlesUntilMs,
		hasJitter = true,
		reportsWriting = true,
		seed = 1,
	} = campaign;
	const clock = new VirtualClock();
	const concurrencyLimit = new ConcurrencyLimit(clock);
	const random = seededRandomNumbers(seed);
	const service = new SimulatedService(conditions, clock, random);
	const start = clock.now();
	let sent = 0;
	let failed = 0;
	let firstDone: number | undefined;
	let acceptedByThen = 0;

	const request: HttpRequest = async (call, timeout, onWritten) => {
		if (skippedFraction > 0 && random() < skippedFraction) return notStarted();
		return await service.request(call, timeout, reportsWriting ? onWritten : () => undefined);
	};

	const execution = async (
		queue: RateLimitedQueue,
		count: number,
		limit: number,
		request: HttpRequest,
	): Promise<void> => {
		const cancellation = new CancellationToken();
		const journal = new ExecutionJournal();
		const flow = queue.openFlow({ limit });
		const session: ChannelSession = {
			http: request,
			flow: () => flow,
			clock,
			random,
			cancellation,
		};
		const sender = createSender(session, 60_000);
		const delivery = new KeyedQueue({
			concurrency: () => concurrencyLimit.bound,
			isStopped: () => cancellation.isStopped,
		});
		let done = 0;
		for (let item = 0; item < count; item += 1) {
			delivery.add(undefined, async () => {
				const sendJournaled = withJournal(sender, journal.item(item), { retryWhenUnsure: false });
				if (!((await sendJournaled(send)) instanceof ApiError)) done += 1;
			});
		}
		await delivery.ended();
		sent += done;
		failed += count - done;
	};

	let isOver = false;
	const singleWaits: number[] = [];
	const singles = async (queue: RateLimitedQueue, everyMs: number): Promise<void> => {
		const running: Array<Promise<void>> = [];
		for (;;) {
			await clock.sleep(2 * random() * everyMs);
			if (isOver || clock.now() > (singlesUntilMs ?? Infinity)) break;
			const from = clock.now();
			let writtenAt = Infinity;
			const timed: HttpRequest = async (call, timeout, onWritten) =>
				await request(call, timeout, () => {
					writtenAt = clock.now();
					onWritten();
				});
			const single = execution(queue, 1, limitEach, timed).then(() => {
				singleWaits.push(Math.min(writtenAt, clock.now()) - from);
			});
			running.push(single);
		}
		await Promise.all(running);
	};

	let maxDelayMs = 0;
	const watchEventLoop = async (): Promise<void> => {
		while (!isOver) {
			const due = clock.now() + 50;
			await clock.sleep(50);
			maxDelayMs = Math.max(maxDelayMs, clock.now() - due);
		}
	};

	const rate = { limit: limitEach, windowMs: conditions.windowMs };
	const executionsOf =
		typeof executions === 'number' ? Array.from({ length: workers }, () => executions) : executions;
	const messagesEach = Math.ceil(
		messages / executionsOf.reduce((sum, ofWorker) => sum + ofWorker, 0),
	);
	const worker = async (_: unknown, index: number): Promise<void> => {
		await clock.sleep(index * startsApart);
		const queueRandom = hasJitter ? random : () => 0;
		const queue = new RateLimitedQueue(rate, concurrencyLimit.watched(), queueRandom);
		const singlesDone = singleEveryMs === undefined ? undefined : singles(queue, singleEveryMs);
		await Promise.all(
			Array.from({ length: executionsOf[index] ?? 0 }, async (_execution, number) => {
				const limit = limitsOfExecutions[number % limitsOfExecutions.length] ?? limitEach;
				await execution(queue, messagesEach, limit, request);
			}),
		);
		if (firstDone === undefined) {
			firstDone = clock.now();
			acceptedByThen = service.accepted.length;
		}
		if (singlesDone === undefined) return;
		isOver ||= singlesUntilMs === undefined;
		await singlesDone;
	};
	let refusedOthers = 0;
	/** Somebody else with the same token, at random times and without regard for anybody. */
	const others = async (): Promise<void> => {
		while (!isOver) {
			await clock.sleep((2 * random() * 1_000) / othersPerSecond);
			void service.call().then(({ status }) => {
				if (status === 429) refusedOthers += 1;
			});
		}
	};
	if (othersPerSecond > 0) void others();
	if (conditions.startCostMs > 0) void watchEventLoop();
	await clock.run(Promise.all(Array.from({ length: workers }, worker)));
	isOver = true;

	const seconds = (clock.now() - start) / 1_000;
	const refused = service.refused - refusedOthers;
	const [first = 0] = service.accepted;
	const last = service.accepted.at(-1) ?? first;
	const messagesPerSecond = (service.accepted.length - 1) / ((last - first) / 1_000);
	const secondsOfAll = ((firstDone ?? clock.now()) - start) / 1_000;
	return {
		seconds,
		sent,
		failed,
		messagesPerSecond,
		shareOfLimit: (service.accepted.length - 1) / service.allowed(first, last),
		shareWhileAllSend: acceptedByThen / service.allowed(start, firstDone ?? clock.now()),
		firstDone: secondsOfAll,
		refused,
		refusedShare: refused / (sent + refused),
		singleWaitMs: {
			mean: singleWaits.reduce((sum, wait) => sum + wait, 0) / Math.max(1, singleWaits.length),
			max: Math.max(0, ...singleWaits),
		},
		maxDelayMs,
	};
}
