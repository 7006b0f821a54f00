import { ContactMemory, type Match } from '../../../nodes/ChannelMessaging/contacts/contactMemory';
import { ItemJournal } from '../../../nodes/ChannelMessaging/requests/journal';
import { apiErrorWith } from '../api/apiErrorWith';
import { textResponse } from '../api/apiResponse';
import { apiErrorOf } from '../api/apiErrorOf';

const reference = { kind: 'customField', name: 'phone', value: '1' } as const;
const answer = textResponse('');

/** A run in which several items mean the same contact, and a service that may know it. */
function runWith(service: { contactId?: string } = {}) {
	const memory = new ContactMemory();
	const itemJournal = new Map<number, ItemJournal>();
	let searches = 0;
	const channel = {
		findContacts: async () => {
			searches += 1;
			const contacts = service.contactId === undefined ? [] : [{ id: service.contactId }];
			return await Promise.resolve({ contacts, size: 0, hasNext: false });
		},
	};
	const callsOf = (itemIndex: number) => {
		const calls = itemJournal.get(itemIndex) ?? new ItemJournal();
		itemJournal.set(itemIndex, calls);
		return calls;
	};
	return {
		service,
		callsOf,
		searches: () => searches,
		lookUp: async () => await memory.lookUp(channel, reference),
		match: async (itemIndex: number, resendWhenUnsure = false): Promise<Match> =>
			await memory.match(channel, reference, callsOf(itemIndex), resendWhenUnsure),
	};
}

/** Creates the contact for an item, as far as the service's answer is concerned. */
async function create(run: ReturnType<typeof runWith>, itemIndex: number, contactId?: string) {
	const match = await run.match(itemIndex);
	if (match.kind !== 'missing') throw new Error('The contact exists already');
	run.callsOf(itemIndex).calls.set('POST /v1/contact 0', answer);
	match.created(contactId);
}

/** Lets the answer to an item's creation get lost. */
async function loseAnswer(run: ReturnType<typeof runWith>, itemIndex: number) {
	const match = await run.match(itemIndex);
	if (match.kind !== 'missing') throw new Error('The contact exists already');
	const failure = apiErrorWith('timedOut', 'unknown');
	run.callsOf(itemIndex).calls.set('POST /v1/contact 0', failure);
	return failure;
}

describe('looking a contact up', () => {
	it('asks the service once in a run', async () => {
		const run = runWith({ contactId: '7' });
		expect(await run.lookUp()).toBe('7');
		expect(await run.lookUp()).toBe('7');
		expect(run.searches()).toBe(1);
	});

	it('says so where there is nobody, and looks again when asked again', async () => {
		const run = runWith();
		for (const searches of [1, 2]) {
			expect((await apiErrorOf(run.lookUp())).details).toEqual({
				reason: 'contactNotFound',
				outcome: 'notDone',
				searched: { name: 'phone', value: '1' },
			});
			expect(run.searches()).toBe(searches);
		}
	});
});

describe('matching a contact', () => {
	it('gives the contact that exists, searched once in a run', async () => {
		const run = runWith({ contactId: '7' });
		expect(await run.match(0)).toEqual({ kind: 'existing', contactId: '7' });
		expect(await run.match(1)).toEqual({ kind: 'existing', contactId: '7' });
		expect(run.searches()).toBe(1);
	});

	it('says where there is none', async () => {
		expect(await runWith().match(0)).toMatchObject({ kind: 'missing' });
	});

	it('remembers what an earlier item created, though the search does not show it yet', async () => {
		const run = runWith();
		await create(run, 0, 'cus_1');
		expect(await run.match(1)).toEqual({ kind: 'existing', contactId: 'cus_1' });
	});

	it('does not create again what was created without an answer of its identifier', async () => {
		const run = runWith();
		await create(run, 0);
		expect(await apiErrorOf(run.match(1))).toMatchObject({ reason: 'contactDoubtful' });
		run.service.contactId = 'cus_1';
		expect(await run.match(1)).toEqual({ kind: 'existing', contactId: 'cus_1' });
	});

	it('sends a further try of the item that created it the same way, to find its answer', async () => {
		const run = runWith();
		await create(run, 0, 'cus_1');
		expect(await run.match(0)).toMatchObject({ kind: 'missing' });
		expect(run.searches()).toBe(1);
	});
});

describe('after a creation whose answer got lost', () => {
	it('a search that shows the contact settles the matter', async () => {
		const run = runWith();
		await loseAnswer(run, 0);
		run.service.contactId = 'cus_1';
		expect(await run.match(1)).toEqual({ kind: 'existing', contactId: 'cus_1' });
		expect(await run.match(0)).toEqual({ kind: 'existing', contactId: 'cus_1' });
	});

	it('another item does not create it a second time', async () => {
		const run = runWith();
		await loseAnswer(run, 0);
		expect(await apiErrorOf(run.match(1))).toMatchObject({
			reason: 'contactDoubtful',
			outcome: 'notDone',
		});
	});

	it('the item itself stays unsure', async () => {
		const run = runWith();
		const failure = await loseAnswer(run, 0);
		expect(await apiErrorOf(run.match(0))).toBe(failure);
	});

	it("it is created again where 'Retry When Unsure' asks for it", async () => {
		const run = runWith();
		await loseAnswer(run, 0);
		expect(await run.match(1, true)).toMatchObject({ kind: 'missing' });
	});
});
