import type { ApiError } from '../../../nodes/ChannelMessaging/api/apiError';
import { type ApiResponse, readResponse } from '../../../nodes/ChannelMessaging/api/response';
import { toApiError } from '../../../nodes/ChannelMessaging/api/toApiError';
import type { Request } from '../../../nodes/ChannelMessaging/api/call';
import type { Limits } from '../../support/service';
import {
	fixedWindow,
	type RateLimiter,
	slidingWindow,
	tokenBucket,
} from '../../support/service/limiting/rateLimiter';
import { retryAfterHeader } from '../../support/service/limiting/retryAfter';
import type { VirtualClock } from './virtualClock';

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
	windowMilliseconds: number;
	/** From the permit to the write, which n8n needs to read the credential. */
	way: Span;
	/** From the write to the arrival. */
	network: Span;
	/** From the arrival to the answer, a refusal included. */
	answer: Span;
}

/** The limit of section 8, Limits, on messages, and answers as the local service gives them. */
export const usualConditions: SimulatedConditions = {
	semantics: 'slidingWindow',
	retryAfter: 'seconds',
	limit: 25,
	windowMilliseconds: 1_000,
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

	private readonly limiter: RateLimiter;

	constructor(
		private readonly conditions: SimulatedConditions,
		private readonly clock: VirtualClock,
		private readonly random: () => number,
	) {
		this.limiter = limiters[conditions.semantics]({
			calls: conditions.limit,
			windowMilliseconds: conditions.windowMilliseconds,
		});
	}

	/** Makes a call as n8n's request does. */
	readonly request: Request = async (_call, _timeout, onWritten) => {
		await this.pass(this.conditions.way);
		onWritten();
		return await this.call(this.accepted);
	};

	/**
	 * A call from the moment of its write.
	 *
	 * @param accepted where it is noted when the call arrived, if it is accepted
	 */
	async call(accepted?: number[]): Promise<ApiResponse | ApiError> {
		await this.pass(this.conditions.network);
		const now = this.clock.now();
		const admission = this.limiter.admit(now);
		if (admission.admitted) {
			accepted?.push(now);
			await this.pass(this.conditions.answer);
			return readResponse({ status: 200, headers: {}, text: '{"status":"Success"}' });
		}
		this.refused += 1;
		await this.pass(this.conditions.answer);
		const date = this.clock.date();
		const { retryAfter } = this.conditions;
		const header = retryAfterHeader(retryAfter, admission.retryAfterMilliseconds, date);
		const response = readResponse({
			status: 429,
			headers: header === undefined ? {} : { 'retry-after': header },
			text: '{"status":"error","message":"Too many requests","data":[]}',
		});
		return toApiError(response, date);
	}

	private async pass({ from, to }: Span): Promise<void> {
		await this.clock.sleep(from + (to - from) * this.random());
	}
}
