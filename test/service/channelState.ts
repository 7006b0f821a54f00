import type { ContactBook } from './contacts/contactBook';
import { seedContacts } from './contacts/seedContacts';
import { Faults } from './faults/faults';
import { callLimits } from './limiting/callLimits';
import {
	type Configuration,
	type ConfigurationChange,
	defaultConfiguration,
	defaultContactCount,
	defaultSeed,
	defaultToken,
	type ServiceOptions,
} from './options';
import { type RandomNumbers, seededRandomNumbers } from './randomness';
import { CallLog } from './records/callLog';
import { MessageLog } from './records/messageLog';
import { Delays } from './timing/delays';

/** What a reset starts afresh. */
export interface ChannelRecords {
	readonly contacts: ContactBook;
	readonly messageLog: MessageLog;
	readonly callLog: CallLog;
}

/** How the channel is configured, what it holds and what it has seen. */
export class ChannelState {
	readonly token: string;
	readonly delays = new Delays();
	readonly faults = new Faults(() => this.random());
	private readonly contactCount: number;
	private readonly seed: number;
	private random: RandomNumbers;
	private currentConfiguration: Configuration;
	private currentRecords: ChannelRecords;
	private currentLimits: ReturnType<typeof callLimits>;

	constructor(options: ServiceOptions) {
		this.token = options.token ?? defaultToken;
		this.contactCount = options.contacts ?? defaultContactCount;
		this.seed = options.seed ?? defaultSeed;
		this.random = seededRandomNumbers(this.seed);
		this.currentConfiguration = changedConfiguration(defaultConfiguration, options);
		this.currentLimits = callLimits(this.configuration.limits);
		this.currentRecords = this.freshRecords();
	}

	get configuration(): Configuration {
		return this.currentConfiguration;
	}

	get records(): ChannelRecords {
		return this.currentRecords;
	}

	get limits(): ReturnType<typeof callLimits> {
		return this.currentLimits;
	}

	/** New limits begin to count anew; everything else leaves the count as it is. */
	configure(change: ConfigurationChange): void {
		const changed = changedConfiguration(this.currentConfiguration, change);
		if (change.limits) this.currentLimits = callLimits(changed.limits);
		this.currentConfiguration = changed;
	}

	/** Back to the start, but for the configuration. */
	reset(): void {
		this.random = seededRandomNumbers(this.seed);
		this.faults.clear();
		this.currentLimits = callLimits(this.configuration.limits);
		this.currentRecords = this.freshRecords();
	}

	/** A time from `minimum` to `maximum`, drawn from the service's randomness. */
	randomMilliseconds(minimum: number, maximum: number): number {
		return maximum <= minimum ? minimum : minimum + this.random() * (maximum - minimum);
	}

	private freshRecords(): ChannelRecords {
		return {
			contacts: seedContacts(this.contactCount, this.random),
			messageLog: new MessageLog(),
			callLog: new CallLog(),
		};
	}
}

function changedConfiguration(
	configuration: Configuration,
	change: ConfigurationChange,
): Configuration {
	return {
		channelType: change.channelType ?? configuration.channelType,
		limits: { ...configuration.limits, ...change.limits },
		answers: change.answers ?? configuration.answers,
		arrivalJitterMilliseconds:
			change.arrivalJitterMilliseconds ?? configuration.arrivalJitterMilliseconds,
		acceptUnknownContacts: change.acceptUnknownContacts ?? configuration.acceptUnknownContacts,
	};
}
