import fc from 'fast-check';

import { contactIdOf } from '../../../nodes/ChannelMessaging/client/contactId';
import type { SearchedChannel } from '../../../nodes/ChannelMessaging/contacts/searchPages';
import { searchAndLookUp } from '../../../nodes/ChannelMessagingTrigger/searchAndLookUp';
import { newState } from '../../../nodes/ChannelMessagingTrigger/triggerState';
import { contactOf } from '../contacts/localContacts';

/** The values for which the trigger searches. */
const values = ['+442079460001', '442079460001'];

const settings = {
	event: 'contactMatches',
	match: {
		kind: 'customField',
		name: 'phone',
		value: '+442079460001',
		otherValues: ['442079460001'],
	},
	watched: 'all',
	includeExisting: false,
} as const;

const maxContacts = 5;

const contact = fc.nat(maxContacts - 1);

/** The index of a contact's value, or -1 if it doesn't match. */
const valueIndex = fc.integer({ min: -1, max: values.length - 1 });

/** What happens ahead of a request. */
const step = fc.record({
	change: fc.option(fc.record({ contact, to: valueIndex })),
	/** The contacts in the order of a search. */
	order: fc.shuffledSubarray([...Array(maxContacts).keys()], { minLength: maxContacts }),
});

const scenario = fc.record({
	initial: fc.array(valueIndex, { minLength: maxContacts, maxLength: maxContacts }),
	pageSize: fc.integer({ min: 1, max: 2 }),
	steps: fc.array(step, { minLength: 10, maxLength: 40, size: 'max' }),
	requestsPerPoll: fc.integer({ min: 1, max: 4 }),
});

type Scenario = typeof scenario extends fc.Arbitrary<infer Value> ? Value : never;

/**
 * Contacts whose values change between the requests of a trigger. A contact has no value twice,
 * because changes that are reverted between two passes aren't noticed.
 */
class ChangingContacts implements SearchedChannel {
	requests = 0;

	/** The contacts that didn't match for a time. */
	readonly changed: Set<number>;

	private readonly current: number[];

	private readonly earlier: Array<Set<number>>;

	private readonly steps: Scenario['steps'];

	constructor(private readonly scenario: Scenario) {
		const { initial, steps } = scenario;
		this.current = [...initial];
		this.earlier = initial.map((index) => new Set([index]));
		this.changed = new Set(initial.flatMap((index, id) => (index === -1 ? [id] : [])));
		this.steps = [...steps];
	}

	readonly findContacts: SearchedChannel['findContacts'] = async (_name, value, page) => {
		const order = this.nextRequest();
		const { pageSize } = this.scenario;
		const found = order.filter((id) => values[this.current[id] ?? -1] === value);
		const contacts = found.slice((page - 1) * pageSize, page * pageSize);
		return await Promise.resolve({
			contacts: contacts.map((id) => this.contactWith(id)),
			hasNext: page * pageSize < found.length,
			total: found.length,
			bytes: 0,
		});
	};

	readonly getContact: SearchedChannel['getContact'] = async (contactId) => {
		this.nextRequest();
		return await Promise.resolve(this.contactWith(Number(contactId)));
	};

	get isOver(): boolean {
		return this.steps.length === 0;
	}

	/** Applies the next change, and returns the order of the contacts. */
	private nextRequest(): readonly number[] {
		this.requests += 1;
		const { change, order = this.current.map((_, id) => id) } = this.steps.shift() ?? {};
		if (change && this.earlier[change.contact]?.has(change.to) === false) {
			this.current[change.contact] = change.to;
			this.earlier[change.contact]?.add(change.to);
			if (change.to === -1) this.changed.add(change.contact);
		}
		return order;
	}

	private contactWith(id: number) {
		return contactOf(String(id), { phone: values[this.current[id] ?? -1] ?? '1' });
	}
}

it('contacts that match all the time are not new, although their values change', async () => {
	await fc.assert(
		fc.asyncProperty(scenario, async (scenario) => {
			const channel = new ChangingContacts(scenario);
			const state = newState(settings, false);
			const reported: number[] = [];
			while (!channel.isOver || state.snapshot.baselinePasses > 0) {
				const end = channel.requests + scenario.requestsPerPoll;
				const cancellation = {
					get isStopped() {
						return channel.requests >= end;
					},
				};
				const { events } = await searchAndLookUp(channel, settings, state, cancellation);
				reported.push(...events.map((event) => Number(contactIdOf(event))));
			}
			expect(reported.filter((id) => !channel.changed.has(id))).toEqual([]);
		}),
		{ numRuns: 1_000 },
	);
});
