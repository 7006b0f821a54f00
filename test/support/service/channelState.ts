import {
	changedConfiguration,
	type Configuration,
	type ConfigurationChange,
	defaultConfiguration,
	type Limits,
} from './configuration';
import { seedContacts } from './contacts/seedContacts';
import { Delays } from './delays';
import { Faults } from './faults/faults';
import { limiters, type RateLimiter, unlimited } from './limiting/rateLimiter';
import { seededRandomNumbers } from './randomness';
import type { Records } from './records';

/** The two groups of calls that are counted apart (section 8, Limits). */
export type LimitedGroup = 'messages' | 'contactCalls';

/** Every start has the same contacts and the same chances. */
const seed = 1;

/** How the channel is configured, what it holds and what it has seen. */
export class ChannelState {
	readonly delays = new Delays();
	readonly faults = new Faults(() => this.random());
	configuration: Configuration;
	limits: Record<LimitedGroup, RateLimiter>;
	records: Records;
	private random = seededRandomNumbers(seed);

	constructor(
		readonly token: string,
		private readonly contactCount: number,
		configuration: ConfigurationChange,
	) {
		this.configuration = changedConfiguration(defaultConfiguration, configuration);
		this.limits = freshLimits(this.configuration.limits);
		this.records = this.freshRecords();
	}

	/** New limits begin to count anew; everything else leaves the count as it is. */
	configure(change: ConfigurationChange): void {
		this.configuration = changedConfiguration(this.configuration, change);
		if (change.limits) this.limits = freshLimits(this.configuration.limits);
	}

	/** Back to the start, but for the configuration. */
	reset(): void {
		this.random = seededRandomNumbers(seed);
		this.faults.clear();
		this.limits = freshLimits(this.configuration.limits);
		this.records = this.freshRecords();
	}

	/** A time from `minimum` to `maximum`, drawn from the service's randomness. */
	randomMilliseconds(minimum: number, maximum: number): number {
		return maximum <= minimum ? minimum : minimum + this.random() * (maximum - minimum);
	}

	private freshRecords(): Records {
		return { contacts: seedContacts(this.contactCount, this.random), calls: [], messages: [] };
	}
}

/** Limiters that have counted nothing yet. */
function freshLimits(limits: Limits): Record<LimitedGroup, RateLimiter> {
	const limiter = (calls: number | null, windowMilliseconds: number): RateLimiter =>
		calls === null ? unlimited : limiters[limits.semantics]({ calls, windowMilliseconds });
	return {
		messages: limiter(limits.messagesPerSecond, 1_000),
		contactCalls: limiter(limits.contactCallsPerMinute, 60_000),
	};
}
