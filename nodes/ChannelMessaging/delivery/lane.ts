import { askedWait, growingWait } from './backoff';
import type { Clock } from './clock';
import type { Departure } from './departures';
import type { Halt } from './halt';
import { Pace, type Rate } from './pace';
import { retryAfterMilliseconds } from './retryAfter';
import type { Sharing } from './share';

/** Long waits are sliced, so that the lane holds no timer longer than this. */
const longestSleep = 500;
/** The longest wait that a service may ask for, in milliseconds. */
const longestAskedWait = 15 * 60_000;
/** A service that asks for less asks for no wait to speak of, in milliseconds. */
const shortestPlainWait = 500;
/** As long as the shorter one of the two windows of section 8, in milliseconds. */
const anotherMoment = 1_000;
/** How many calls may start before the event loop gets its turn: each costs n8n a few milliseconds. */
const startsInARow = 4;

/** A waiting call's place in the lane. */
interface Waiter {
	admit(permit: Permit): void;
}

/** Leave for one call. Whoever got it tells the lane what became of the call. */
export interface Permit {
	/** The call is being handed to the system for its connection. */
	departed(): void;
	/** The call isn't made after all: another one may leave in its place at once. */
	release(): void;
	/** The service took the call: anything but a 429. */
	accepted(): void;
	/**
	 * The service refused the call with 429. The whole lane waits as long as the header asks, and at
	 * least a growing time when refusals follow each other and the header asks for none.
	 *
	 * @param retryAfter the Retry-After header
	 * @returns whether it is worth waiting: not when the service asks for more than a quarter of an
	 * hour, which would keep every execution of the token waiting
	 */
	refused(retryAfter: string | undefined): boolean;
}

/**
 * Where the calls of one token and kind wait for their turn, whichever execution they belong to.
 * First come, first served; calls that the service refused go before the others.
 */
export class Lane {
	private readonly pace: Pace;

	private readonly waiting: Waiter[] = [];

	private running = false;

	/** For how long calls had to wait for the rate limit since the lane exists, in milliseconds. */
	heldBackMilliseconds = 0;

	/** Refusals one after the other, with nothing accepted in between. */
	private refusals = 0;

	private lastRefusedAt = 0;

	/** Ends the sleep until there is room; does nothing while nothing sleeps. */
	private wake: () => void = () => undefined;

	constructor(
		rate: Rate,
		private readonly clock: Clock,
		private readonly random: () => number,
		sharing?: Sharing,
	) {
		this.pace = new Pace(rate, sharing);
	}

	changeRate(rate: Rate): void {
		this.pace.changeRate(rate);
	}

	/**
	 * Resolves when the call may leave, or with nothing when it left the lane before its turn.
	 *
	 * @param halt leaves the lane when halted
	 * @param again whether the call was refused before, and so has waited already
	 */
	async permit(halt: Halt, again: boolean): Promise<Permit | undefined> {
		if (halt.isHalted) return undefined;
		return await new Promise((resolve) => {
			const leave = () => {
				const place = this.waiting.indexOf(waiter);
				if (place !== -1) this.waiting.splice(place, 1);
				resolve(undefined);
			};
			const waiter: Waiter = {
				admit: (permit) => {
					stay();
					resolve(permit);
				},
			};
			const stay = halt.onHalt(leave);
			if (again) this.waiting.unshift(waiter);
			else this.waiting.push(waiter);
			void this.run();
		});
	}

	private async run(): Promise<void> {
		if (this.running) return;
		this.running = true;
		// Calls that come together are seen together: how many there are decides how they leave.
		await Promise.resolve();
		let started = 0;
		while (this.waiting.length > 0) {
			const now = this.clock.now();
			const wait = this.pace.waitingTime(now);
			if (wait > 0) {
				await this.sleep(Math.min(longestSleep, Math.ceil(wait)));
				this.heldBackMilliseconds += this.clock.now() - now;
				started = 0;
				continue;
			}
			const next = this.waiting.shift();
			next?.admit(this.permitFor(this.pace.leave(now, this.waiting.length)));
			started += 1;
			if (started === startsInARow) {
				await this.clock.sleep(0);
				started = 0;
			}
		}
		this.pace.rest();
		this.running = false;
	}

	/** Sleeps until a call makes room for another, and no longer than that many milliseconds. */
	private async sleep(milliseconds: number): Promise<void> {
		const woken = new Promise<void>((resolve) => {
			this.wake = resolve;
		});
		await Promise.race([this.clock.sleep(milliseconds), woken]);
	}

	private permitFor(departure: Departure): Permit {
		return {
			departed: () => {
				void this.stamp(departure);
			},
			release: () => {
				this.pace.release(departure, this.clock.now());
				this.wake();
			},
			accepted: () => {
				this.refusals = 0;
				this.pace.accepted();
			},
			refused: (retryAfter) => this.refuse(departure, retryAfter),
		};
	}

	/**
	 * A call is handed to the system at once, but its connection is made, and written to, only when
	 * the event loop comes round: in a burst, that is when the others have been started as well.
	 */
	private async stamp(departure: Departure): Promise<void> {
		await this.clock.sleep(0);
		await this.clock.sleep(0);
		this.pace.departed(departure, this.clock.now());
	}

	private refuse(departure: Departure, retryAfter: string | undefined): boolean {
		const now = this.clock.now();
		// Calls that were under way together are refused together: one round, not many.
		if (departure.permittedAt >= this.lastRefusedAt) {
			this.refusals += 1;
			this.lastRefusedAt = now;
		}
		const asked = retryAfterMilliseconds(retryAfter, now);
		const isWorthWaiting = asked === undefined || asked <= longestAskedWait;
		const wait = this.waitFor(isWorthWaiting ? asked : undefined);
		this.pace.refused(departure, now, now + wait);
		return isWorthWaiting;
	}

	/**
	 * A service that asks for no wait, and goes on refusing, is given time all the same. One that asks
	 * for a wait is obeyed; when it refuses again, the lane comes back at another moment of the window:
	 * else it would meet the same calls of another lane, which come back in every window, for ever.
	 */
	private waitFor(asked: number | undefined): number {
		const random = this.random();
		if (asked === undefined) return growingWait(Math.max(1, this.refusals), random);
		const isRepeated = this.refusals > 1;
		if (asked >= shortestPlainWait) {
			return askedWait(asked, random) + (isRepeated ? this.random() * anotherMoment : 0);
		}
		return Math.max(
			askedWait(asked, random),
			isRepeated ? growingWait(this.refusals - 1, random) : 0,
		);
	}
}
