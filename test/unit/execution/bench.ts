import { ApiError } from '../../../nodes/ChannelMessaging/client/apiError';
import {
	type ChannelSession,
	createSender,
} from '../../../nodes/ChannelMessaging/client/sendRequest';
import { ExecutionJournal } from '../../../nodes/ChannelMessaging/client/journal';
import { type ApiResponse, toApiError } from '../../../nodes/ChannelMessaging/client/response';
import type { RequestSettings, ChannelRequest } from '../../../nodes/ChannelMessaging/client/types';
import { IdempotencyKeys } from '../../../nodes/ChannelMessaging/execution/idempotencyKeys';
import {
	withIdempotencyKey,
	withJournal,
} from '../../../nodes/ChannelMessaging/execution/sendOnce';
import {
	type QueueFlow,
	RateLimitedQueue,
} from '../../../nodes/ChannelMessaging/rateLimit/rateLimitedQueue';
import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellation';
import { VirtualClock } from '../../support/virtualClock';
import { apiErrorWith } from '../client/apiErrorWith';
import { apiResponse } from '../client/apiResponse';
import { KeyRow } from './keyRow';
import type { RateLimitBucket } from '../../../nodes/ChannelMessaging/rateLimit/queueRegistry';

export type Answer = ApiResponse | ApiError;

/** How long the service takes for an answer, in milliseconds. */
export const answerTime = 5;

export const send: ChannelRequest = {
	bucket: 'message',
	method: 'POST',
	path: '/v1/message/sendContent/1',
	idempotent: false,
};
export const read: ChannelRequest = {
	bucket: 'contact',
	method: 'GET',
	path: '/v1/contact/1',
	idempotent: true,
};

const refusalWith = (status: number, body = {}, headers = {}) =>
	toApiError(apiResponse(body, status, headers));

export const success = (message = 'done') => apiResponse({ status: 'Success', message });
export const refusal = () => refusalWith(403, { message: 'Blocked' });
export const tokenRefusal = () => refusalWith(401);
export const tooMany = (retryAfter: string) => refusalWith(429, {}, { 'retry-after': retryAfter });
export const lost = () => apiErrorWith('connectionLost', 'unknown');
export const notConnected = () => apiErrorWith('notConnected', 'notDone');

/** One execution of the node, with all its tries. */
export class TestRun {
	readonly journal = new ExecutionJournal();
	readonly flows: Partial<Record<RateLimitBucket, QueueFlow>> = {};
	cancellation = new CancellationToken();
	rejection?: ApiError | undefined;

	/** Ends the attempt, as Retry On Fail does before the next one. */
	nextAttempt(): void {
		this.cancellation = new CancellationToken();
		delete this.rejection;
	}
}

/** The node of one n8n, against a service that gives the answers in turn, and then successes. */
export class Bench {
	readonly clock = new VirtualClock();
	readonly row: KeyRow;
	/** What reached the service, and when, in milliseconds since the start. */
	readonly calls: Array<{
		path: string;
		at: number;
		key: string | undefined;
		isRecorded: boolean;
		answer: Answer;
	}> = [];
	/** What happens while a call is under way, before it is answered. */
	onCall: () => void = () => undefined;
	/** How long a call takes until it is written to its connection, in milliseconds. */
	wayOut = 0;
	/** The execution where a test has only one. */
	readonly run = new TestRun();

	readonly answers: Answer[];
	private readonly sent = new IdempotencyKeys(this.clock);
	private readonly queues: Record<RateLimitBucket, RateLimitedQueue>;

	/** @param changeMilliseconds how long a change of the store takes */
	constructor(
		answers: readonly Answer[] = [],
		rate = { limit: 100, windowMs: 1_000 },
		changeMilliseconds = 3,
	) {
		this.answers = [...answers];
		this.row = new KeyRow(this.clock, changeMilliseconds);
		const newQueue = () => new RateLimitedQueue(rate, this.clock, () => 0);
		this.queues = { message: newQueue(), contact: newQueue() };
	}

	get paths(): string[] {
		return this.calls.map(({ path }) => path);
	}

	get times(): number[] {
		return this.calls.map(({ at }) => at);
	}

	/** The function that makes the calls of an item. */
	callerFor(
		item = 0,
		settings: Partial<RequestSettings> = {},
		run = this.run,
	): (call: ChannelRequest) => Promise<Answer> {
		const { idempotencyKey: key, retryWhenUnsure = false } = settings;
		const session: ChannelSession = {
			http: async ({ path }, _timeout, onWritten) => {
				const answer = this.answers.shift() ?? success();
				const isRecorded = key !== undefined && this.row.keys.includes(key);
				this.calls.push({ path, at: this.clock.now(), key, isRecorded, answer });
				this.onCall();
				if (this.wayOut > 0) await this.clock.sleep(this.wayOut);
				onWritten();
				await this.clock.sleep(answerTime);
				return answer;
			},
			flow: (bucket) => (run.flows[bucket] ??= this.queues[bucket].openFlow()),
			clock: this.clock,
			random: () => 0,
			get cancellation() {
				return run.cancellation;
			},
			get rejection() {
				return run.rejection;
			},
			set rejection(error) {
				run.rejection = error;
			},
		};
		const journal = run.journal.item(item);
		const send = createSender(session, 1_000);
		const { cancellation } = run;
		const keys = { sent: this.sent, store: this.row };
		return withJournal(
			key === undefined ? send : withIdempotencyKey(send, { key, keys, journal, cancellation }),
			journal,
			{ retryWhenUnsure },
		);
	}

	/** One call, to its end. */
	async call(
		call: ChannelRequest,
		settings: Partial<RequestSettings> = {},
		item = 0,
		run = this.run,
	): Promise<Answer> {
		return await this.clock.run(this.callerFor(item, settings, run)(call));
	}

	/** Sends each path's message at once, each for an item of its own. */
	async sendAll(paths: readonly string[]): Promise<Answer[]> {
		return await this.clock.run(
			Promise.all(paths.map(async (path, item) => await this.callerFor(item)({ ...send, path }))),
		);
	}

	/** Stops the execution after so many milliseconds. */
	cancelAfter(milliseconds: number): void {
		void this.clock.sleep(milliseconds).then(() => {
			this.run.cancellation.stop();
		});
	}
}

/** What came of a call: the reason of its failure, or the status in the service's envelope. */
export function statusOf(answer: Answer): unknown {
	return answer instanceof ApiError ? answer.reason : answer.json?.status;
}
