import { AdaptiveLimit } from '../../nodes/ChannelMessaging/rateLimit/adaptiveLimit';
import { FairQueue, Flow } from '../../nodes/ChannelMessaging/rateLimit/fairQueue';
import { ConcurrencyLimit } from '../../nodes/ChannelMessaging/rateLimit/queueRegistry';
import {
	RateLimitedQueue,
	SharedLimit,
} from '../../nodes/ChannelMessaging/rateLimit/rateLimitedQueue';
import { RateLimiter, SlidingWindowLog } from '../../nodes/ChannelMessaging/rateLimit/rateLimiter';
import type { Campaign } from './campaign';

/** A mechanism of `rateLimit/` or `scheduling/` that simulations can remove. */
export interface Mechanism {
	name: string;
	/** Replaces the methods that implement the mechanism. `withoutMechanism` restores them. */
	remove?(): void;
	/** The conditions of a campaign without the mechanism. */
	campaign?: Partial<Campaign>;
}

const prototypes: readonly object[] = [
	AdaptiveLimit.prototype,
	ConcurrencyLimit.prototype,
	FairQueue.prototype,
	RateLimitedQueue.prototype,
	RateLimiter.prototype,
	SharedLimit.prototype,
	SlidingWindowLog.prototype,
];

/** Calls a function while a mechanism is removed, and returns its result. */
export async function withoutMechanism<Result>(
	mechanism: Mechanism,
	perform: () => Promise<Result>,
): Promise<Result> {
	const originals = prototypes.map((prototype) => Object.getOwnPropertyDescriptors(prototype));
	mechanism.remove?.();
	try {
		return await perform();
	} finally {
		prototypes.forEach((prototype, index) => {
			Object.defineProperties(prototype, originals[index] ?? {});
		});
	}
}

const queuePrototype: FairQueue<unknown> = FairQueue.prototype;

/** All mechanisms, except those that prevent duplicates, reordering, or a frozen n8n. */
export const mechanisms: readonly Mechanism[] = [
	{
		name: 'Pacing',
		remove() {
			const acquire = RateLimiter.prototype['acquire'];
			RateLimiter.prototype.acquire = function (...args) {
				const request = acquire.apply(this, args);
				this.idle();
				return request;
			};
		},
	},
	{
		name: 'Pacing over a whole minute',
		remove() {
			RateLimiter.prototype['pacedMs'] = (windowMs) => windowMs / 2;
		},
	},
	{
		name: 'Time of writing',
		campaign: { reportsWriting: false },
	},
	{
		name: 'Safety margin',
		remove() {
			const window = RateLimiter.prototype['window'];
			RateLimiter.prototype['window'] = function (now) {
				this['marginMs'] = 0;
				return window.call(this, now);
			};
		},
	},
	{
		name: 'Growth of the safety margin',
		remove() {
			const rejected = RateLimiter.prototype['rejected'];
			RateLimiter.prototype.rejected = function (...args) {
				const margin = this['marginMs'];
				rejected.apply(this, args);
				this['marginMs'] = margin;
			};
		},
	},
	{
		name: 'Reuse of unsent permits',
		remove() {
			RateLimiter.prototype.release = () => undefined;
		},
	},
	{
		name: 'Adaptive limit',
		remove() {
			AdaptiveLimit.prototype.fraction = () => 1;
		},
	},
	{
		name: 'Smoothing of the accepted fraction',
		remove() {
			SlidingWindowLog.prototype.acceptedRatio = function (from, to) {
				const written = this['requests'].filter(
					({ writtenAt }) => writtenAt >= from && writtenAt <= to,
				);
				return written.filter(({ isRejected }) => !isRejected).length / Math.max(1, written.length);
			};
		},
	},
	{
		name: 'Lowest limit of the credentials',
		remove() {
			SharedLimit.prototype.at = function () {
				return this['initial'];
			};
		},
	},
	{
		name: 'Newcomers first',
		remove() {
			const add = queuePrototype['add'];
			queuePrototype.add = function (flow, ...item) {
				add.call(this, flow, ...item);
				flow.isNewcomer = false;
			};
		},
	},
	{
		name: 'At most 3 newcomers in a row',
		remove() {
			const next = queuePrototype['next'];
			queuePrototype.next = function () {
				this['consecutiveNewcomers'] = 0;
				return next.call(this);
			};
		},
	},
	{
		name: 'Turns of executions',
		remove() {
			const flows = new WeakMap<object, Flow<unknown>>();
			const onlyFlowOf = (queue: object): Flow<unknown> => {
				const flow = flows.get(queue) ?? new Flow();
				flows.set(queue, flow);
				return flow;
			};
			const add = queuePrototype['add'];
			queuePrototype.add = function (_flow, ...item) {
				add.call(this, onlyFlowOf(this), ...item);
			};
			const remove = queuePrototype['remove'];
			queuePrototype.remove = function (_flow, item) {
				remove.call(this, onlyFlowOf(this), item);
			};
		},
	},
	{
		name: 'Retries first',
		remove() {
			const add = queuePrototype['add'];
			queuePrototype.add = function (flow, item) {
				add.call(this, flow, item);
			};
		},
	},
	{
		name: 'Jitter',
		campaign: { hasJitter: false },
	},
	{
		name: 'Pause of all requests',
		remove() {
			RateLimiter.prototype.pause = () => undefined;
		},
	},
	{
		name: 'Immediate rejection after a long outage',
		remove() {
			const handleRejection = RateLimitedQueue.prototype['handleRejection'];
			RateLimitedQueue.prototype['handleRejection'] = function (...args) {
				const delay = handleRejection.apply(this, args);
				this['closedUntil'] = -Infinity;
				return delay;
			};
		},
	},
	{
		name: 'At most 4 starts in a row',
		remove() {
			RateLimitedQueue.prototype['yieldAfterBurst'] = async () => {
				await Promise.resolve();
			};
		},
	},
	{
		name: 'Adaptive concurrency',
		remove() {
			ConcurrencyLimit.prototype.watched = function () {
				return this['clock'];
			};
		},
	},
];
