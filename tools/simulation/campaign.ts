import { ExecutionJournal } from '../../nodes/ChannelMessaging/client/journal';
import type { ChannelRequest, HttpRequest } from '../../nodes/ChannelMessaging/client/types';
import { ApiError, notStarted } from '../../nodes/ChannelMessaging/client/apiError';
import { type ChannelSession, createSender } from '../../nodes/ChannelMessaging/client/sendRequest';
import { withJournal } from '../../nodes/ChannelMessaging/execution/sendOnce';
import { ConcurrencyLimit } from '../../nodes/ChannelMessaging/rateLimit/queueRegistry';
import { RateLimitedQueue } from '../../nodes/ChannelMessaging/rateLimit/rateLimitedQueue';
import { CancellationToken } from '../../nodes/ChannelMessaging/scheduling/cancellation';
import { KeyedQueue } from '../../nodes/ChannelMessaging/scheduling/keyedQueue';
import { seededRandomNumbers } from './world/randomNumbers';
import { type SimulatedConditions, SimulatedService, defaultConditions } from './simulatedService';
import { mean } from './statistics';
import { VirtualClock } from '../../test/support/virtualClock';

export interface Campaign extends Partial<SimulatedConditions> {
	messages: number;
	/** The number of processes, each with its own queue. */
	workers?: number;
	/** The limit of each process's queue. Defaults to the service's limit. */
	limitPerWorker?: number;
	/** The time between the starts of two processes, in milliseconds. */
	startIntervalMs?: number;
	/** The number of concurrent executions, per process or for all. Messages are split evenly. */
	executions?: number | readonly number[];
	/** The limits of the executions' credentials, in turn. Default to `limitPerWorker`. */
	credentialLimits?: readonly number[];
	/** The requests per second of another system with the same token. */
	otherRequestsPerSecond?: number;
	/** The fraction of messages that are skipped, because they were already sent. */
	skippedFraction?: number;
	/** The mean time between single messages, each in its own execution, in milliseconds. */
	singleIntervalMs?: number;
	/** When the last single message is sent. Defaults to the end of the campaign. */
	singlesUntilMs?: number;
	/** Whether waits after a 429 have jitter. */
	hasJitter?: boolean;
	/** Whether requests report when they are written. */
	reportsWriting?: boolean;
	seed?: number;
}

export interface CampaignResult {
	/** The time until the last response. */
	seconds: number;
	sent: number;
	failed: number;
	/** The rate from the first to the last accepted message, as a fraction of the limit. */
	shareOfLimit: number;
	/** The used fraction of the limit until the first process has sent its messages. */
	shareOfAllWorkers: number;
	/** The time until the first process has sent its messages. */
	firstDoneSeconds: number;
	rejected: number;
	/** The fraction of the campaign's requests that got a 429. */
	rejectedShare: number;
	/** The mean wait of single messages until they were written or failed. */
	singleWaitMs: number;
	/** The maximum delay of other work in n8n, because the event loop was busy. */
	maxDelayMs: number;
}

const send: ChannelRequest = {
	bucket: 'message',
	method: 'POST',
	path: '/v1/message/sendContent/1',
	idempotent: false,
};

/** Sends a campaign with the node's own code to a simulated service, in virtual time. */
export async function simulate(campaign: Campaign): Promise<CampaignResult> {
	const conditions = { ...defaultConditions, ...campaign };
	const {
		workers = 1,
		limitPerWorker = conditions.limit,
		startIntervalMs = 0,
		executions = 1,
		messages,
		credentialLimits = [],
		otherRequestsPerSecond = 0,
		skippedFraction = 0,
		singleIntervalMs,
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
	let firstDoneAt: number | undefined;
	let acceptedUntilFirstDone = 0;

	const http: HttpRequest = async (request, timeoutMs, onWritten) => {
		if (skippedFraction > 0 && random() < skippedFraction) return notStarted();
		const onRequestWritten = reportsWriting ? onWritten : () => undefined;
		return await service.request(request, timeoutMs, onRequestWritten);
	};

	const execution = async (
		queue: RateLimitedQueue,
		count: number,
		limit: number,
		sendHttp: HttpRequest,
	): Promise<void> => {
		const cancellation = new CancellationToken();
		const journal = new ExecutionJournal();
		const flow = queue.openFlow({ limit });
		const session: ChannelSession = {
			http: sendHttp,
			flow: () => flow,
			clock,
			random,
			cancellation,
		};
		const sender = createSender(session, 60_000);
		const items = new KeyedQueue({
			concurrency: () => concurrencyLimit.bound,
			isStopped: () => cancellation.isStopped,
		});
		let done = 0;
		for (let item = 0; item < count; item += 1) {
			items.add(undefined, async () => {
				const sendJournaled = withJournal(sender, journal.item(item), { retryWhenUnsure: false });
				if (!((await sendJournaled(send)) instanceof ApiError)) done += 1;
			});
		}
		await items.ended();
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
			const timed: HttpRequest = async (request, timeoutMs, onWritten) =>
				await http(request, timeoutMs, () => {
					writtenAt = clock.now();
					onWritten();
				});
			const single = execution(queue, 1, limitPerWorker, timed).then(() => {
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

	const rate = { limit: limitPerWorker, windowMs: conditions.windowMs };
	const executionsOf =
		typeof executions === 'number' ? Array.from({ length: workers }, () => executions) : executions;
	const messagesPerExecution = Math.ceil(
		messages / executionsOf.reduce((sum, ofWorker) => sum + ofWorker, 0),
	);
	const worker = async (_: unknown, index: number): Promise<void> => {
		await clock.sleep(index * startIntervalMs);
		const queueRandom = hasJitter ? random : () => 0;
		const queue = new RateLimitedQueue(rate, concurrencyLimit.watched(), queueRandom);
		const singlesDone =
			singleIntervalMs === undefined ? undefined : singles(queue, singleIntervalMs);
		await Promise.all(
			Array.from({ length: executionsOf[index] ?? 0 }, async (_execution, number) => {
				const limit = credentialLimits[number % credentialLimits.length] ?? limitPerWorker;
				await execution(queue, messagesPerExecution, limit, http);
			}),
		);
		if (firstDoneAt === undefined) {
			firstDoneAt = clock.now();
			acceptedUntilFirstDone = service.accepted.length;
		}
		if (singlesDone === undefined) return;
		isOver ||= singlesUntilMs === undefined;
		await singlesDone;
	};
	let rejectedOthers = 0;
	/** Sends the other system's requests at random times, and ignores 429s. */
	const sendOtherRequests = async (): Promise<void> => {
		while (!isOver) {
			await clock.sleep((2 * random() * 1_000) / otherRequestsPerSecond);
			void service.respond().then(({ status }) => {
				if (status === 429) rejectedOthers += 1;
			});
		}
	};
	if (otherRequestsPerSecond > 0) void sendOtherRequests();
	if (conditions.startCostMs > 0) void watchEventLoop();
	await clock.run(Promise.all(Array.from({ length: workers }, worker)));
	isOver = true;

	const seconds = (clock.now() - start) / 1_000;
	const rejected = service.rejected - rejectedOthers;
	const [first = 0] = service.accepted;
	const last = service.accepted.at(-1) ?? first;
	return {
		seconds,
		sent,
		failed,
		shareOfLimit: (service.accepted.length - 1) / service.allowed(first, last),
		shareOfAllWorkers: acceptedUntilFirstDone / service.allowed(start, firstDoneAt ?? clock.now()),
		firstDoneSeconds: ((firstDoneAt ?? clock.now()) - start) / 1_000,
		rejected,
		rejectedShare: rejected / (sent + rejected),
		singleWaitMs: singleWaits.length === 0 ? 0 : mean(singleWaits),
		maxDelayMs,
	};
}
