import type { ApiError } from '../../nodes/ChannelMessaging/client/apiError';
import {
	type ApiResponse,
	readResponse,
	toApiError,
} from '../../nodes/ChannelMessaging/client/response';
import type { HttpRequest } from '../../nodes/ChannelMessaging/client/types';
import type { Limits } from '../../test/support/service';
import {
	type Admission,
	fixedWindow,
	type RateLimiter,
	slidingWindow,
	tokenBucket,
} from '../../test/support/service/limiting/rateLimiter';
import { retryAfterHeader } from '../../test/support/service/limiting/retryAfter';
import type { VirtualClock } from '../../test/support/virtualClock';

/** A span of time, in milliseconds, from which the simulation picks at random. */
export interface Span {
	from: number;
	to: number;
}

export interface SimulatedConditions {
	semantics: Limits['semantics'];
	retryAfter: Limits['retryAfter'];
	/** Calls in one window. */
	limit: number;
	windowMs: number;
	/**
	 * Later limits, in the order of their start, in milliseconds of the clock. While a limit is 0, the
	 * service rejects every request, and `Retry-After` is the time until the next limit.
	 */
	limitChanges: ReadonlyArray<{ from: number; limit: number }>;
	/** From the permit to the write, which n8n needs to read the credential. */
	way: Span;
	/** From the write to the arrival. */
	network: Span;
	/** From the arrival to the answer, a refusal included. */
	answer: Span;
	/** How long n8n's event loop is busy with each request before it is written. */
	startCostMs: number;
	/** How long n8n's event loop is busy with each response. */
	responseCostMs: number;
}

/** The limit of section 8, Limits, on messages, and answers as the local service gives them. */
export const usualConditions: SimulatedConditions = {
	semantics: 'slidingWindow',
	retryAfter: 'seconds',
	limit: 25,
	windowMs: 1_000,
	limitChanges: [],
	startCostMs: 0,
	responseCostMs: 0,
	way: { from: 2, to: 8 },
	network: { from: 1, to: 4 },
	answer: { from: 150, to: 250 },
};

const limiters = { fixedWindow, slidingWindow, tokenBucket };

/** A service that counts calls as the local service does, on a virtual clock. */
export class SimulatedService {
	/** When the accepted calls of the node arrived. */
	readonly accepted: number[] = [];

	refused = 0;

	/** The latest first. */
	private readonly limits: ReadonlyArray<{ from: number; limit: number; limiter: RateLimiter }>;

	constructor(
		private readonly conditions: SimulatedConditions,
		private readonly clock: VirtualClock,
		private readonly random: () => number,
	) {
		const { limit, limitChanges, semantics, windowMs } = conditions;
		this.limits = [{ from: -Infinity, limit }, ...limitChanges]
			.map((change) => ({
				...change,
				limiter: limiters[semantics]({ requests: Math.max(1, change.limit), windowMs }),
			}))
			.reverse();
	}

	/** Returns the number of requests that the limits allow between two times, bursts aside. */
	allowed(from: number, to: number): number {
		let end = to;
		let allowed = 0;
		for (const { from: start, limit } of this.limits) {
			const time = Math.max(0, end - Math.max(start, from));
			allowed += (limit * time) / this.conditions.windowMs;
			end = Math.min(end, start);
		}
		return allowed;
	}

	/** Makes a call as n8n's request does. */
	readonly request: HttpRequest = async (_call, _timeout, onWritten) => {
		this.clock.block(this.conditions.startCostMs);
		await this.pass(this.conditions.way);
		onWritten();
		const response = await this.call(this.accepted);
		this.clock.block(this.conditions.responseCostMs);
		return response;
	};

	/**
	 * A call from the moment of its write.
	 *
	 * @param accepted where it is noted when the call arrived, if it is accepted
	 */
	async call(accepted?: number[]): Promise<ApiResponse | ApiError> {
		await this.pass(this.conditions.network);
		const now = this.clock.now();
		const admission = this.admit(now);
		if (admission.admitted) {
			accepted?.push(now);
			await this.pass(this.conditions.answer);
			return readResponse({ status: 200, headers: {}, text: '{"status":"Success"}' });
		}
		this.refused += 1;
		await this.pass(this.conditions.answer);
		const date = this.clock.date();
		const { retryAfter } = this.conditions;
		const header = retryAfterHeader(retryAfter, admission.retryAfterMs, date);
		const response = readResponse({
			status: 429,
			headers: header === undefined ? {} : { 'retry-after': header },
			text: '{"status":"error","message":"Too many requests","data":[]}',
		});
		return toApiError(response, date);
	}

	private admit(now: number): Admission {
		const current = this.limits.findIndex(({ from }) => from <= now);
		const { limit, limiter } = this.limits[current] ?? this.limits[0] ?? { limit: 0 };
		if (limit > 0 && limiter !== undefined) return limiter.admit(now);
		const next = this.limits[current - 1]?.from ?? Infinity;
		return { admitted: false, retryAfterMs: next - now };
	}

	private async pass({ from, to }: Span): Promise<void> {
		await this.clock.sleep(from + (to - from) * this.random());
	}
}
