import * as fc from 'fast-check';

import type { Fault } from '../../../test/support/service';
import type { Configuration, ContactSearch } from '../../../test/support/service/configuration';
import { integer, kindOf, weighted, weightedValue } from './arbitraries';
import type { ContactChange, History } from './history';

/** A fault of the service. Faults without a number of times last until they are repaired. */
export type TriggerFault =
	| { kind: 'requests'; times: number; fault: Fault }
	| { kind: 'page'; page: number; fault: Fault }
	| { kind: 'lookup'; contact: number; fault: Fault }
	| { kind: 'disconnection'; seconds: number }
	| { kind: 'invalidToken' }
	| { kind: 'omittedFields' };

export interface TriggerSettings {
	event: 'contactChanges' | 'contactMatches' | 'contactStopsMatching';
	value: 'customer' | 'lead';
	includeExisting: boolean;
	watch: 'all' | 'selected';
}

/** A change that happens ahead of the request of a poll with a number. */
export interface ChangeDuringPoll {
	requests: number;
	change: ContactChange;
}

export type TriggerEvent =
	| { kind: 'contactChange'; change: ContactChange }
	/** A poll of all triggers. */
	| { kind: 'poll'; during: readonly ChangeDuringPoll[] }
	| { kind: 'polls'; count: number }
	| { kind: 'publish'; trigger: number; changes: Partial<TriggerSettings> }
	/** The credential changes to one of two channels. */
	| { kind: 'credential'; channel: number }
	| { kind: 'restart' }
	/** Another process polls from now on. */
	| { kind: 'otherProcess' }
	| { kind: 'fault'; fault: TriggerFault }
	| { kind: 'repair' };

/** Everything that happens in a simulation of triggers. Determines its course completely. */
export interface TriggerHistory {
	search: ContactSearch;
	ids: History['conditions']['ids'];
	/** The response to the lookup of a deleted contact. */
	contactNotFound: Configuration['contactNotFound'];
	/** How n8n polls, and when it saves static data. */
	scheduling: 'classic' | 'durable' | 'durableCursors';
	/** *Contact Requests per Minute* of the credential. */
	requestsPerMinute: number;
	/** How much the clock of the second process is ahead, in milliseconds. */
	clockSkewMs: number;
	triggers: readonly TriggerSettings[];
	/** The statuses of the contacts at the beginning. */
	initial: readonly string[];
	events: readonly TriggerEvent[];
}

const search: fc.Arbitrary<ContactSearch> = fc.record({
	pageSize: fc.constantFrom(2, 2, 1, 3, 25),
	order: fc.constantFrom('oldestFirst', 'newestFirst', 'recentlyChangedFirst'),
	lagMs: weightedValue([3, 0], [1, 5_000], [1, 90_000], [1, 300_000]),
	lagging: fc.constantFrom('choice', 'content'),
	match: fc.constantFrom('exact', 'ignoresCase', 'partial'),
	omitsFields: fc.constant(false),
});

const status = weightedValue([8, 'lead'], [6, 'customer'], [1, 'Lead'], [1, 'ex-lead'], [1, '']);

const contact = fc.nat(9);

/** More characters than a trigger stores per contact. */
const largeTexts = ['x'.repeat(6_000), 'y'.repeat(6_000)];

const field = weighted(
	[6, status.map((value) => ({ name: 'status', value }))],
	[2, fc.constantFrom('Vigo', 'Lugo', '').map((value) => ({ name: 'city', value }))],
	[1, fc.constantFrom(...largeTexts).map((value) => ({ name: 'notes', value }))],
);

const change = weighted<ContactChange>(
	[6, kindOf('create', { fields: status.map((value) => [{ name: 'status', value }]) })],
	[9, kindOf('update', { contact, field })],
	[3, kindOf('delete', { contact })],
	[1, kindOf('addTag', { contact })],
	[1, kindOf('removeTag', { contact })],
);

const forbidden: Fault = { kind: 'status', status: 403 };
const brokenServer: Fault = { kind: 'status', status: 500 };
const rateLimited: Fault = { kind: 'status', status: 429 };
const silence: Fault = { kind: 'noResponse' };

const fault: fc.Arbitrary<TriggerFault> = fc.oneof(
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

const settings: fc.Arbitrary<TriggerSettings> = fc.record({
	event: fc.constantFrom('contactMatches', 'contactStopsMatching', 'contactChanges'),
	value: weightedValue([9, 'lead'], [1, 'customer']),
	includeExisting: weightedValue([3, false], [1, true]),
	watch: fc.constantFrom('all', 'selected'),
});

const event = weighted<TriggerEvent>(
	[10, kindOf('contactChange', { change })],
	[
		8,
		kindOf('poll', {
			during: fc.array(fc.record({ requests: fc.nat(6), change }), { maxLength: 3 }),
		}),
	],
	[5, kindOf('polls', { count: integer(1, 6) })],
	[1, kindOf('publish', { trigger: fc.nat(1), changes: changesOf(settings) })],
	[1, kindOf('credential', { channel: fc.nat(1) })],
	[1, kindOf('restart')],
	[1, kindOf('otherProcess')],
	[2, kindOf('fault', { fault })],
	[1, kindOf('repair')],
);

/** Generates one or no changed setting. */
function changesOf(all: fc.Arbitrary<TriggerSettings>): fc.Arbitrary<Partial<TriggerSettings>> {
	const names = fc.constantFrom(...(['includeExisting', 'value', 'watch', 'event'] as const));
	return fc
		.tuple(fc.option(names), all)
		.map(([name, changed]) => (name === null ? {} : { [name]: changed[name] }));
}

/**
 * With two requests per minute, the second of two triggers gets no request in the time in which a
 * poll may start requests.
 */
const minRequestsOfTwo = 8;

export const triggerHistories: fc.Arbitrary<TriggerHistory> = fc
	.record({
		search,
		ids: fc.constantFrom('text', 'number'),
		contactNotFound: fc.constantFrom(
			{ status: 403, message: 'Contact not found.' },
			{ status: 403, message: 'Customer does not exist' },
			{ status: 404, message: 'Not found' },
		),
		scheduling: weightedValue<TriggerHistory['scheduling']>(
			[3, 'classic'],
			[1, 'durable'],
			[1, 'durableCursors'],
		),
		requestsPerMinute: weightedValue([1, 2], [2, 4], [2, 8], [2, 100]),
		clockSkewMs: fc.constantFrom(0, 3_600_000, -3_600_000),
		triggers: fc.array(settings, { minLength: 1, maxLength: 2 }),
		initial: fc.array(status, { maxLength: 8 }),
		events: fc.array(event, { maxLength: 16 }),
	})
	.map((history) => ({
		...history,
		requestsPerMinute:
			history.triggers.length > 1
				? Math.max(minRequestsOfTwo, history.requestsPerMinute)
				: history.requestsPerMinute,
	}));
