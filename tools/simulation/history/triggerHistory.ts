import * as fc from 'fast-check';

import type { Fault } from '../../../test/support/service';
import type { ContactSearch } from '../../../test/support/service/configuration';
import { integer, kindOf, type Value, weighted, weightedValue } from './arbitraries';
import type { ContactChange } from './history';

/** *Match Value* with a space, which searches for the value with and without it. */
export const spacedLead = ' lead';

const status = weightedValue(
	[8, 'lead'],
	[2, spacedLead],
	[6, 'customer'],
	[1, 'Lead'],
	[1, 'ex-lead'],
	[1, ''],
);

const contact = fc.nat(9);

const burst = kindOf('burst', {
	action: fc.constantFrom('create', 'create', 'update', 'delete'),
	count: weighted([12, integer(6, 30)], [1, integer(60, 200)]),
	value: status,
});

/** More characters than a trigger stores per contact. */
const largeTexts = ['x'.repeat(6_000), 'y'.repeat(6_000)];

const field = weighted(
	[6, status.map((value) => ({ name: 'status', value }))],
	[2, fc.constantFrom('Vigo', 'Lugo', '').map((value) => ({ name: 'city', value }))],
	[1, fc.constantFrom(...largeTexts).map((value) => ({ name: 'notes', value }))],
);

const change: fc.Arbitrary<ContactChange> = weighted(
	[6, kindOf('create', { fields: status.map((value) => [{ name: 'status', value }]) })],
	[9, kindOf('update', { contact, field })],
	[4, kindOf('delete', { contact })],
	[1, kindOf('addTag', { contact })],
	[1, kindOf('removeTag', { contact })],
);

/** A contact stops matching, and a new one matches, so that the total stays the same. */
const replacement = contact.map((replaced): ContactChange[] => [
	{ kind: 'update', contact: replaced, field: { name: 'status', value: 'customer' } },
	{ kind: 'create', fields: [{ name: 'status', value: 'lead' }] },
]);

/** Changes that happen ahead of the request of a poll with a number. */
const changesDuringPoll = fc.record({
	requests: fc.nat(6),
	changes: weighted([4, change.map((single) => [single])], [1, replacement]),
});

export type ChangesDuringPoll = Value<typeof changesDuringPoll>;

const forbidden: Fault = { kind: 'status', status: 403 };
const brokenServer: Fault = { kind: 'status', status: 500 };
const rateLimited: Fault = { kind: 'status', status: 429 };
const silence: Fault = { kind: 'noResponse' };

/** A fault of the service. Faults without a number of times last until they are repaired. */
const triggerFault = fc.oneof(
	kindOf('requests', {
		times: integer(1, 6),
		fault: fc.constantFrom(forbidden, brokenServer, rateLimited, silence),
	}),
	kindOf('page', { page: integer(1, 3), fault: fc.constantFrom(forbidden, brokenServer) }),
	kindOf('lookup', { contact, fault: fc.constantFrom(forbidden, brokenServer, silence) }),
	kindOf('disconnection', { seconds: integer(30, 180) }),
	kindOf('omittedFields'),
	kindOf('invalidToken'),
);

export type TriggerFault = Value<typeof triggerFault>;

const settings = fc.record({
	event: fc.constantFrom('contactMatches', 'contactStopsMatching', 'contactChanges'),
	value: weightedValue([7, 'lead'], [2, spacedLead], [1, 'customer']),
	includeExisting: fc.constantFrom(false, false, false, true),
	watch: fc.constantFrom('all', 'selected'),
});

export type TriggerSettings = Value<typeof settings>;

/** At most one changed setting. */
const changedSettings = fc.oneof(
	fc.constant({}),
	fc.record({ event: fc.constantFrom('contactMatches', 'contactStopsMatching') }),
	fc.record({ value: fc.constantFrom('lead', spacedLead, 'customer') }),
	fc.record({ includeExisting: fc.boolean() }),
	fc.record({ watch: fc.constantFrom('all', 'selected') }),
);

const publish = kindOf('publish', {
	trigger: fc.nat(1),
	changes: changedSettings,
	/** Whether the trigger gets another name, or its earlier name again. */
	renames: weightedValue([3, false], [1, true]),
	/** Whether the service rejects the requests of the publication, so that it fails. */
	isRejected: weightedValue([3, false], [1, true]),
});

/** An event during a poll, ahead of a request with this number. */
const overlap = fc.record({
	requests: fc.nat(4),
	event: weighted(
		[4, publish],
		[1, kindOf('unpublish')],
		[1, kindOf('takeover')],
		/** The interval of the schedule is shorter than the poll. */
		[2, kindOf('nextPoll')],
	),
});

export type Overlap = Value<typeof overlap>;

const event = weighted(
	[10, kindOf('contactChange', { change })],
	/** Many contacts are created, changed, or deleted between two polls. */
	[1, burst],
	/** A poll of all triggers. */
	[
		8,
		kindOf('poll', {
			during: fc.array(changesDuringPoll, { maxLength: 3 }),
			overlap: weighted([7, fc.constant(undefined)], [1, overlap]),
		}),
	],
	[5, kindOf('polls', { count: integer(1, 6) })],
	[1, publish],
	[1, kindOf('unpublish')],
	/** The credential changes to one of two channels. */
	[1, kindOf('credential', { channel: fc.nat(1) })],
	[1, kindOf('restart')],
	/** Another process polls from now on. */
	[1, kindOf('otherProcess')],
	/** An execution reads the static data. At its end, it writes the data back as it was. */
	[1, kindOf('executionStarts')],
	[1, kindOf('executionEnds')],
	/** Someone restores static data that was saved a number of saves earlier. */
	[1, kindOf('restoredData', { saves: integer(1, 4) })],
	[2, kindOf('fault', { fault: triggerFault })],
	[1, kindOf('repair')],
);

export type TriggerEvent = Value<typeof event>;

/** Returns the change with this number. Each changes another contact. */
export function burstChange(
	{ action, value }: Value<typeof burst>,
	contact: number,
): ContactChange {
	const field = { name: 'status', value };
	switch (action) {
		case 'create':
			return { kind: 'create', fields: [field] };
		case 'update':
			return { kind: 'update', contact, field };
		case 'delete':
			return { kind: 'delete', contact };
	}
}

/** How responses tell the length of a list. The total or the last page is right. */
const listLength = weighted(
	[3, paged('exact', 'consistent')],
	[1, paged('estimate', 'consistent')],
	[1, paged('minuteAgo', 'consistent')],
	[1, paged('exact', 'lastPageFirst')],
	[1, paged('exact', 'lastPageTooLarge')],
	[1, paged('exact', 'noNextLink')],
);

function paged(total: ContactSearch['total'], paging: ContactSearch['paging']) {
	return fc.constant({ total, paging });
}

const foundContacts = fc.record({
	pageSize: fc.constantFrom(2, 2, 1, 3, 25),
	order: fc.constantFrom('oldestFirst', 'newestFirst', 'recentlyChangedFirst', 'unstable'),
	lagMs: fc.constantFrom(0, 0, 0, 5_000, 90_000, 300_000),
	lagging: fc.constantFrom('choice', 'content'),
	match: fc.constantFrom('exact', 'ignoresCase', 'partial'),
	omittedFields: weightedValue<ContactSearch['omittedFields']>(
		[4, 'none'],
		[1, 'empty'],
		[1, 'city'],
		[1, 'fetchedCity'],
	),
});

const anyHistories = fc.record({
	search: fc
		.tuple(foundContacts, listLength)
		.map(([found, length]): ContactSearch => ({ ...found, ...length })),
	ids: fc.constantFrom('text', 'number'),
	/** The response to the lookup of a deleted contact. */
	contactNotFound: fc.constantFrom(
		{ status: 403, message: 'Contact not found.' },
		{ status: 403, message: 'Customer does not exist' },
		{ status: 404, message: 'Not found' },
	),
	/** How n8n polls, and when it saves static data. */
	scheduling: weightedValue([3, 'classic'], [1, 'durable'], [1, 'durableCursors']),
	/** Whether all triggers poll in the same second, or each at another second of the minute. */
	pollTimes: fc.constantFrom('together', 'spread'),
	/**
	 * Whether n8n discards the result of a poll if its workflow was published or unpublished in the
	 * meantime, as n8n 2.41 does, or starts the workflow with its events.
	 */
	discardsOutdatedPolls: fc.boolean(),
	/** *Contact Requests per Minute* of the credential. */
	requestsPerMinute: weightedValue<number>([1, 2], [2, 4], [2, 8], [2, 100]),
	/** How much the clock of the second process is ahead, in milliseconds. */
	clockSkewMs: fc.constantFrom(0, 3_600_000, -3_600_000),
	triggers: weighted(
		[60, fc.array(settings, { minLength: 1, maxLength: 2 })],
		/** A publication activates them one by one. */
		[4, fc.array(settings, { minLength: 3, maxLength: 6, size: 'max' })],
		/** More triggers than a poll can send requests. */
		[2, fc.array(settings, { minLength: 3, maxLength: 30, size: 'max' })],
		[1, fc.array(settings, { minLength: 31, maxLength: 200, size: 'max' })],
	),
	/** The statuses of the contacts at the beginning. */
	initial: fc.array(status, { maxLength: 8 }),
	events: fc.array(event, { maxLength: 16 }),
});

export type TriggerHistory = Value<typeof anyHistories>;

/** A contact starts to match soon after the first searches of a list with several pages. */
const growingLists = fc
	.record({
		history: anyHistories,
		pageSize: integer(1, 2),
		leads: integer(3, 6),
		polls: integer(2, 6),
		requestsPerMinute: fc.constantFrom(2, 4, 8),
	})
	.map(({ history, pageSize, leads, polls, requestsPerMinute }): TriggerHistory => {
		const { search, triggers } = history;
		const lead = { name: 'status', value: 'lead' } as const;
		return {
			...history,
			search: { ...search, pageSize, total: 'exact' },
			requestsPerMinute,
			triggers: triggers.slice(0, 1).map((trigger) => ({
				...trigger,
				event: 'contactMatches',
				value: lead.value,
				includeExisting: false,
			})),
			initial: Array.from({ length: leads }, () => lead.value),
			events: [
				{ kind: 'polls', count: polls },
				{ kind: 'contactChange', change: { kind: 'create', fields: [lead] } },
			],
		};
	});

/** Contacts move between the lists of two search values, while a trigger reads these lists. */
const movingContacts = fc
	.record({
		history: anyHistories,
		pageSize: fc.constantFrom(1, 2, 25, 25),
		initial: fc.array(fc.constantFrom('lead', spacedLead), { minLength: 1, maxLength: 5 }),
		polls: fc.array(
			fc.array(
				fc.record({
					requests: fc.constantFrom(0, 0, 0, 1, 2, 3, 4),
					contact: fc.nat(4),
					value: fc.constantFrom('lead', spacedLead),
				}),
				{ minLength: 1, maxLength: 3 },
			),
			{ minLength: 1, maxLength: 4 },
		),
	})
	.map(({ history, pageSize, initial, polls }): TriggerHistory => {
		const { triggers, events } = history;
		const moves = polls.map((during): TriggerEvent => {
			const changes = during.map(({ requests, contact: moved, value }): ChangesDuringPoll => {
				const field = { name: 'status', value } as const;
				return { requests, changes: [{ kind: 'update', contact: moved, field }] };
			});
			return { kind: 'poll', during: changes, overlap: undefined };
		});
		return {
			...history,
			search: { ...history.search, pageSize },
			triggers: triggers.slice(0, 2).map((trigger) => ({
				...trigger,
				value: spacedLead,
				includeExisting: false,
			})),
			initial,
			events: [...moves, ...events.slice(0, 4)],
		};
	});

const histories = weighted([8, anyHistories], [1, growingLists], [2, movingContacts]);

export const triggerHistories: fc.Arbitrary<TriggerHistory> = histories.map((history) => {
	const { triggers, initial, events, search, requestsPerMinute } = history;
	if (triggers.length <= 2) return history;
	// Otherwise, triggers would need days of polls for a few requests.
	const minRequestsPerMinute = Math.ceil(triggers.length / 4);
	const fewer = {
		...history,
		requestsPerMinute: Math.max(requestsPerMinute, minRequestsPerMinute),
		events: events.filter(({ kind }) => kind !== 'burst'),
	};
	if (triggers.length <= 30) return fewer;
	return {
		...fewer,
		search: { ...search, pageSize: 25 },
		initial: initial.slice(0, 3),
		events: fewer.events.filter(({ kind }) => kind !== 'polls').slice(0, 4),
	};
});
