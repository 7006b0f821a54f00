import * as fc from 'fast-check';

/** How the service searches contacts, which the interface leaves open. */
export interface SearchConditions {
	pageSize: number;
	order: 'newestFirst' | 'oldestFirst' | 'recentlyChangedFirst';
	/** How long search results lag behind changes, in milliseconds. Lookups never lag. */
	lagMs: number;
	/** Whether only the choice of contacts lags, or also their content. */
	lagging: 'choice' | 'content';
	match: 'exact' | 'ignoresCase' | 'partial';
	ids: 'number' | 'text';
	/** How responses show that there is another page. */
	paging: 'lastPage' | 'next';
	/** The response to the lookup of a deleted contact. */
	deleted: 'Contact not found.' | 'Customer does not exist' | 'status 404';
}

export type Status = 'customer' | 'ex-lead' | 'lead' | 'Lead' | '';

/** A change that other people or systems make. `contact` is the position of a contact. */
export type ContactChange =
	| { kind: 'create'; value: Status; lacksId: boolean }
	| { kind: 'delete' | 'enlarge' | 'toggleTag'; contact: number }
	| { kind: 'setStatus'; contact: number; value: Status }
	| { kind: 'setCity'; contact: number; city: string };

export type Failure = 'refused' | 'silence' | '403' | '429' | '500';

/** A fault of the service. Faults without `requests` last until they are repaired. */
export type TriggerFault =
	| { kind: 'requests'; failure: Failure; requests: number }
	| { kind: 'page'; page: number; failure: Failure }
	| { kind: 'lookup'; contact: number; failure: Failure }
	| { kind: 'omittedField' }
	| { kind: 'invalidToken' };

export interface TriggerSettings {
	event: 'contactChanges' | 'contactMatches' | 'contactStopsMatching';
	value: 'customer' | 'lead';
	includeExisting: boolean;
	watch: 'all' | 'selected';
}

export type ChannelName = 'a' | 'b';

export type Step =
	| { kind: 'change'; change: ContactChange }
	/** A poll of all triggers. Changes happen ahead of the request with the given number. */
	| { kind: 'poll'; during: ReadonlyArray<{ requests: number; change: ContactChange }> }
	| { kind: 'polls'; count: number }
	| { kind: 'publish'; trigger: number; changes: Partial<TriggerSettings> }
	| { kind: 'credential'; channel: ChannelName }
	| { kind: 'restart' }
	/** Another process polls from now on. */
	| { kind: 'otherProcess' }
	| { kind: 'fault'; fault: TriggerFault }
	| { kind: 'repair' };

/** Everything that happens in a simulation of triggers. Determines its course completely. */
export interface TriggerHistory {
	search: SearchConditions;
	/** How n8n polls, and when it saves static data. */
	scheduling: 'classic' | 'durable' | 'durableCursors';
	/** *Contact Requests per Minute* of the credential. */
	requestsPerMinute: number;
	/** How much the clock of the second process is ahead, in milliseconds. */
	clockSkewMs: number;
	triggers: readonly TriggerSettings[];
	/** The statuses of the contacts at the beginning. */
	initial: readonly Status[];
	steps: readonly Step[];
}

const weighted = <Value>(...options: ReadonlyArray<readonly [weight: number, value: Value]>) =>
	fc.oneof(...options.map(([weight, value]) => ({ weight, arbitrary: fc.constant(value) })));

const search: fc.Arbitrary<SearchConditions> = fc.record({
	pageSize: weighted([2, 2], [1, 1], [1, 3], [1, 25]),
	order: fc.constantFrom('oldestFirst', 'newestFirst', 'recentlyChangedFirst'),
	lagMs: weighted([3, 0], [1, 5_000], [1, 90_000], [1, 300_000]),
	lagging: fc.constantFrom('choice', 'content'),
	match: fc.constantFrom('exact', 'ignoresCase', 'partial'),
	ids: fc.constantFrom('text', 'number'),
	paging: fc.constantFrom('lastPage', 'next'),
	deleted: fc.constantFrom('Contact not found.', 'Customer does not exist', 'status 404'),
});

const status: fc.Arbitrary<Status> = weighted(
	[8, 'lead'],
	[6, 'customer'],
	[1, 'Lead'],
	[1, 'ex-lead'],
	[1, ''],
);

const contact = fc.nat(9);

const change: fc.Arbitrary<ContactChange> = fc.oneof(
	{
		weight: 6,
		arbitrary: fc.record({
			kind: fc.constant('create' as const),
			value: status,
			lacksId: weighted([19, false], [1, true]),
		}),
	},
	{
		weight: 6,
		arbitrary: fc.record({ kind: fc.constant('setStatus' as const), contact, value: status }),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			kind: fc.constant('setCity' as const),
			contact,
			city: fc.constantFrom('Vigo', 'Lugo', ''),
		}),
	},
	{
		weight: 6,
		arbitrary: fc.record({
			kind: weighted<'delete' | 'enlarge' | 'toggleTag'>(
				[4, 'delete'],
				[2, 'toggleTag'],
				[1, 'enlarge'],
			),
			contact,
		}),
	},
);

const failure: fc.Arbitrary<Failure> = fc.constantFrom('403', '500', '429', 'refused', 'silence');

const fault: fc.Arbitrary<TriggerFault> = fc.oneof(
	fc.record({
		kind: fc.constant('requests' as const),
		failure,
		requests: fc.integer({ min: 1, max: 6 }),
	}),
	fc.record({
		kind: fc.constant('page' as const),
		page: fc.integer({ min: 1, max: 3 }),
		failure: fc.constantFrom('403', '500'),
	}),
	fc.record({
		kind: fc.constant('lookup' as const),
		contact,
		failure: fc.constantFrom('403', '500', 'silence'),
	}),
	fc.record({ kind: fc.constantFrom('omittedField' as const, 'invalidToken' as const) }),
);

const settings: fc.Arbitrary<TriggerSettings> = fc.record({
	event: fc.constantFrom('contactMatches', 'contactStopsMatching', 'contactChanges'),
	value: weighted<TriggerSettings['value']>([9, 'lead'], [1, 'customer']),
	includeExisting: weighted([3, false], [1, true]),
	watch: fc.constantFrom('all', 'selected'),
});

const settingsChange: fc.Arbitrary<Partial<TriggerSettings>> = fc.oneof(
	fc.constant({}),
	fc.record({ includeExisting: fc.boolean() }),
	fc.record({ value: fc.constantFrom<TriggerSettings['value'][]>('lead', 'customer') }),
	fc.record({ watch: fc.constantFrom<TriggerSettings['watch'][]>('all', 'selected') }),
	fc.record({
		event: fc.constantFrom<TriggerSettings['event'][]>('contactMatches', 'contactStopsMatching'),
	}),
);

const step: fc.Arbitrary<Step> = fc.oneof(
	{ weight: 10, arbitrary: fc.record({ kind: fc.constant('change' as const), change }) },
	{
		weight: 8,
		arbitrary: fc.record({
			kind: fc.constant('poll' as const),
			during: fc.array(fc.record({ requests: fc.nat(6), change }), { maxLength: 3 }),
		}),
	},
	{
		weight: 5,
		arbitrary: fc.record({
			kind: fc.constant('polls' as const),
			count: fc.integer({ min: 1, max: 6 }),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant('publish' as const),
			trigger: fc.nat(1),
			changes: settingsChange,
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant('credential' as const),
			channel: fc.constantFrom('a' as const, 'b' as const),
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({ kind: fc.constantFrom('restart' as const, 'otherProcess' as const) }),
	},
	{ weight: 2, arbitrary: fc.record({ kind: fc.constant('fault' as const), fault }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('repair' as const) }) },
);

const histories: fc.Arbitrary<TriggerHistory> = fc.record({
	search,
	scheduling: weighted<TriggerHistory['scheduling']>(
		[3, 'classic'],
		[1, 'durable'],
		[1, 'durableCursors'],
	),
	requestsPerMinute: weighted([1, 2], [2, 4], [2, 8], [2, 100]),
	clockSkewMs: fc.constantFrom(0, 3_600_000, -3_600_000),
	triggers: fc.array(settings, { minLength: 1, maxLength: 2 }),
	initial: fc.array(status, { maxLength: 8 }),
	steps: fc.array(step, { maxLength: 16 }),
});

/**
 * With two requests per minute, the second of two triggers gets no request in the time in which a
 * poll may start requests.
 */
const minRequestsOfTwo = 8;

export const triggerHistories = histories.map((history) => ({
	...history,
	requestsPerMinute:
		history.triggers.length > 1
			? Math.max(minRequestsOfTwo, history.requestsPerMinute)
			: history.requestsPerMinute,
}));
