import {
	ContactLookup,
	creationRetentionMs,
	type Match,
	maxCreations,
	RecentCreations,
} from '../../../nodes/ChannelMessaging/contacts/contactLookup';
import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellation';
import { VirtualClock } from '../../support/virtualClock';
import { apiErrorWith } from '../client/apiErrorWith';

const reference = { kind: 'customField', name: 'phone', value: '1' } as const;
const owner = { baseUrl: 'https://service.example', token: 'token-of-the-channel' };
const notFound = apiErrorWith('contactNotFound', 'notDone');
const timedOut = apiErrorWith('timedOut', 'unknown');

/** Returns executions of a process, whose searches return the contact with `state.contactId`. */
function setUp(contactId?: string) {
	const creations = new RecentCreations(new VirtualClock());
	const state = { contactId, searches: 0 };
	const channel = {
		findContacts: async () => {
			state.searches += 1;
			const contacts = state.contactId === undefined ? [] : [{ id: state.contactId }];
			return await Promise.resolve({ contacts, size: 0, hasNext: false });
		},
	};
	const openExecution = (cancellation = new CancellationToken()) => {
		const lookup = new ContactLookup(creations.ofChannel(owner));
		const itemsWithUnknownRequest = new Set<number>();
		const save = async <Result>(
			itemIndex: number,
			perform: (match: Match) => Promise<Result>,
			retryWhenUnsure = false,
		) => {
			const hasUnknownRequest = itemsWithUnknownRequest.has(itemIndex);
			const item = { channel, itemIndex, hasUnknownRequest, retryWhenUnsure, cancellation };
			return await lookup.match(reference, item, perform);
		};
		return {
			lookUp: async () => await lookup.lookUp(channel, reference),
			save,
			match: async (itemIndex = 0, retryWhenUnsure = false) =>
				await save(itemIndex, async (match) => await Promise.resolve(match), retryWhenUnsure),
			create: async (contactId?: string) => {
				await save(0, async (match) => {
					if (match.kind === 'missing') match.created(contactId);
					await Promise.resolve();
				});
			},
			/** Sends the request that creates the contact. Its response is lost. */
			timeOut: async () => {
				const creation = save(0, async () => {
					itemsWithUnknownRequest.add(0);
					return await Promise.reject(timedOut);
				});
				await expect(creation).rejects.toBe(timedOut);
			},
		};
	};
	return { state, openExecution };
}

describe('ContactLookup.lookUp', () => {
	it('searches for a contact once per execution', async () => {
		const { state, openExecution } = setUp('7');
		const execution = openExecution();

		expect(await execution.lookUp()).toBe('7');
		expect(await execution.lookUp()).toBe('7');
		expect(state.searches).toBe(1);
	});

	it('rejects if no contact matches, and repeats the search for the next item', async () => {
		const { state, openExecution } = setUp();
		const execution = openExecution();
		for (const searches of [1, 2]) {
			await expect(execution.lookUp()).rejects.toHaveProperty('details', {
				reason: 'contactNotFound',
				outcome: 'notDone',
				searched: { name: 'phone', value: '1' },
			});
			expect(state.searches).toBe(searches);
		}
	});
});

describe('ContactLookup.match', () => {
	it('searches for an existing contact once per execution', async () => {
		const { state, openExecution } = setUp('7');
		const execution = openExecution();

		expect(await execution.match(0)).toMatchObject({ kind: 'existing', contactId: '7' });
		expect(await execution.match(1)).toMatchObject({ kind: 'existing', contactId: '7' });
		expect(state.searches).toBe(1);
	});

	it('returns the contact that another item created, even if searches do not find it', async () => {
		const execution = setUp().openExecution();
		await execution.create('cus_1');

		expect(await execution.match(1)).toMatchObject({ kind: 'existing', contactId: 'cus_1' });
	});

	it('rejects another creation after a response without an ID, until a search finds the contact', async () => {
		const { state, openExecution } = setUp();
		const execution = openExecution();
		await execution.create();

		await expect(execution.match(1)).rejects.toMatchObject({ reason: 'contactDoubtful' });
		state.contactId = 'cus_1';
		expect(await execution.match(1)).toMatchObject({ kind: 'existing', contactId: 'cus_1' });
	});

	it('returns a missing contact to the item that created it, so that it can resend its request', async () => {
		const { state, openExecution } = setUp();
		const execution = openExecution();
		await execution.create('cus_1');

		expect(await execution.match(0)).toMatchObject({ kind: 'missing' });
		expect(state.searches).toBe(1);
	});

	it('returns the contact if a search finds it after its creation timed out', async () => {
		const { state, openExecution } = setUp();
		const execution = openExecution();
		await execution.timeOut();
		state.contactId = 'cus_1';

		expect(await execution.match(1)).toMatchObject({ kind: 'existing', contactId: 'cus_1' });
		expect(await execution.match(0)).toMatchObject({ kind: 'existing', contactId: 'cus_1' });
	});

	it('returns a missing contact to the item whose request timed out', async () => {
		const execution = setUp().openExecution();
		await execution.timeOut();

		expect(await execution.match(0)).toMatchObject({ kind: 'missing' });
	});

	it('creates a contact once in ten concurrent executions', async () => {
		const { openExecution } = setUp();
		const saves = Array.from({ length: 10 }, async () => {
			return await openExecution().save(0, async (match) => {
				await Promise.resolve();
				if (match.kind === 'existing') return match.contactId;
				match.created('cus_1');
				return 'created';
			});
		});

		expect(await Promise.all(saves)).toEqual(['created', ...Array<string>(9).fill('cus_1')]);
	});

	it('prefers the result of a search to the contact that an earlier execution created', async () => {
		const { state, openExecution } = setUp();
		await openExecution().create('cus_1');
		state.contactId = '2';

		expect(await openExecution().match()).toEqual({
			kind: 'existing',
			contactId: '2',
			isRemembered: false,
		});
	});

	it("rejects if an earlier execution may have created the contact, unless 'Retry When Unsure' is on", async () => {
		const { state, openExecution } = setUp();
		await openExecution().timeOut();
		const execution = openExecution();

		const doubtful = { reason: 'contactDoubtful', outcome: 'notDone' };
		await expect(execution.match()).rejects.toMatchObject(doubtful);
		expect(await execution.match(0, true)).toMatchObject({ kind: 'missing' });
		state.contactId = '1';
		expect(await execution.match()).toMatchObject({ kind: 'existing', contactId: '1' });
	});

	it('allows a creation after the service rejected an earlier one', async () => {
		const { openExecution } = setUp();
		const rejection = apiErrorWith('rejected', 'notDone');
		const creation = openExecution().save(0, async () => await Promise.reject(rejection));
		await expect(creation).rejects.toBe(rejection);

		expect(await openExecution().match()).toMatchObject({ kind: 'missing' });
	});

	it('returns a created contact whose tags were not added', async () => {
		const { openExecution } = setUp();
		const tagging = openExecution().save(0, async (match) => {
			if (match.kind === 'missing') match.created('cus_1');
			return await Promise.reject(timedOut);
		});
		await expect(tagging).rejects.toBe(timedOut);

		expect(await openExecution().match()).toMatchObject({ contactId: 'cus_1' });
	});

	it('recreates a contact that was deleted after an earlier execution created it', async () => {
		const { openExecution } = setUp();
		await openExecution().create('cus_1');
		const matches: Match[] = [];
		await openExecution().save(0, async (match) => {
			matches.push(match);
			if (match.kind === 'existing') throw notFound;
			match.created('cus_2');
			await Promise.resolve();
		});

		expect(matches.map(({ kind }) => kind)).toEqual(['existing', 'missing']);
		expect(await openExecution().match()).toMatchObject({ contactId: 'cus_2' });
	});

	it('rejects if the service finds a contact but rejects its ID', async () => {
		const execution = setUp('7').openExecution();
		const update = execution.save(0, async () => await Promise.reject(notFound));

		await expect(update).rejects.toBe(notFound);
	});

	it('does not search if the execution is stopped while it waits for another one', async () => {
		const { state, openExecution } = setUp();
		let finish: () => void = () => undefined;
		const running = openExecution().save(0, async () => {
			await new Promise<void>((resolve) => {
				finish = resolve;
			});
		});
		const cancellation = new CancellationToken();
		const waiting = openExecution(cancellation).match();
		cancellation.stop();

		expect(await waiting).toBeUndefined();
		finish();
		await running;
		expect(state.searches).toBe(1);
	});
});

describe('RecentCreations', () => {
	const phone = (value: string) => ({ kind: 'customField', name: 'phone', value }) as const;
	const done = (contactId: string) => ({ outcome: 'done', contactId }) as const;

	it('returns creations by base URL, token, field name, and value', () => {
		const creations = new RecentCreations(new VirtualClock());
		creations.ofChannel(owner).add(phone('+1'), done('cus_1'));

		expect(creations.ofChannel({ ...owner }).get(phone('+1'))).toEqual(done('cus_1'));
		expect(creations.ofChannel(owner).get(phone('+2'))).toBeUndefined();
		expect(creations.ofChannel(owner).get({ ...phone('+1'), name: 'email' })).toBeUndefined();
		expect(creations.ofChannel({ ...owner, token: 'other' }).get(phone('+1'))).toBeUndefined();
		expect(creations.ofChannel({ ...owner, baseUrl: 'x' }).get(phone('+1'))).toBeUndefined();
	});

	it('removes creations after the retention time', () => {
		const clock = new VirtualClock();
		const creations = new RecentCreations(clock).ofChannel(owner);
		creations.add(phone('+1'), done('cus_1'));
		clock.block(creationRetentionMs - 1);
		creations.add(phone('+2'), done('cus_2'));
		expect(creations.get(phone('+1'))).toEqual(done('cus_1'));

		clock.block(1);
		expect(creations.get(phone('+1'))).toBeUndefined();
		expect(creations.get(phone('+2'))).toEqual(done('cus_2'));
	});

	it('removes the oldest creation when it exceeds the maximum size', () => {
		const creations = new RecentCreations(new VirtualClock()).ofChannel(owner);
		for (let number = 0; number <= maxCreations; number += 1) {
			creations.add(phone(String(number)), done(`cus_${String(number)}`));
		}

		expect(creations.get(phone('0'))).toBeUndefined();
		expect(creations.get(phone('1'))).toEqual(done('cus_1'));
		expect(creations.get(phone(String(maxCreations)))).toEqual(done(`cus_${String(maxCreations)}`));
	});

	it('contains neither tokens nor custom field values', () => {
		const creations = new RecentCreations(new VirtualClock());
		creations.ofChannel(owner).add(phone('+34600000001'), done('cus_1'));
		const entries = [...(Reflect.get(creations, 'creations') as Map<string, unknown>).entries()];

		expect(entries).toHaveLength(1);
		expect(JSON.stringify(entries)).not.toMatch(/token-of|34600000001|phone/);
	});
});
