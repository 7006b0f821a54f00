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

/** A range of random delays, in milliseconds. */
export interface DelayRange {
	from: number;
	to: number;
}

export interface SimulatedConditions {
	semantics: Limits['semantics'];
	retryAfter: Limits['retryAfter'];
	/** The number of requests per window. */
	limit: number;
	windowMs: number;
	/**
	 * Later limits, in the order of their start, in milliseconds of the clock. While a limit is 0, the
	 * service rejects every request, and `Retry-After` is the time until the next limit.
	 */
	limitChanges: ReadonlyArray<{ from: number; limit: number }>;
	/** The time between the permit and the write, in which n8n prepares the request. */
	writeDelay: DelayRange;
	/** The time between the write and the arrival at the service. */
	networkDelay: DelayRange;
	/** The time between the arrival and the response, including 429s. */
	responseDelay: DelayRange;
	/** How long n8n's event loop is busy with each request before it is written. */
	startCostMs: number;
	/** How long n8n's event loop is busy with each response. */
	responseCostMs: number;
}

/** The message limit (section 8, Limits), and the delays of the local service. */
export const defaultConditions: SimulatedConditions = {
	semantics: 'slidingWindow',
	retryAfter: 'seconds',
	limit: 25,
	windowMs: 1_000,
	limitChanges: [],
	startCostMs: 0,
	responseCostMs: 0,
	writeDelay: { from: 2, to: 8 },
	networkDelay: { from: 1, to: 4 },
	responseDelay: { from: 150, to: 250 },
};

const limiters = { fixedWindow, slidingWindow, tokenBucket };

/** A service with the rate limiters of the local service, on a virtual clock. */
export class SimulatedService {
	/** When the node's accepted requests arrived. */
	readonly accepted: number[] = [];

	rejected = 0;

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

	/** Sends a request of the node. */
	readonly request: HttpRequest = async (_request, _timeoutMs, onWritten) => {
		this.clock.block(this.conditions.startCostMs);
		await this.pass(this.conditions.writeDelay);
		onWritten();
		const response = await this.respond(this.accepted);
		this.clock.block(this.conditions.responseCostMs);
		return response;
	};

	/**
	 * Returns the response to a request that is written now.
	 *
	 * @param accepted receives the time of arrival if the request is accepted
	 */
	async respond(accepted?: number[]): Promise<ApiResponse | ApiError> {
		await this.pass(this.conditions.networkDelay);
		const now = this.clock.now();
		const admission = this.admit(now);
		if (admission.admitted) {
			accepted?.push(now);
			await this.pass(this.conditions.responseDelay);
			return readResponse({ status: 200, headers: {}, text: '{"status":"Success"}' });
		}
		this.rejected += 1;
		await this.pass(this.conditions.responseDelay);
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

	private async pass({ from, to }: DelayRange): Promise<void> {
		await this.clock.sleep(from + (to - from) * this.random());
	}
}
