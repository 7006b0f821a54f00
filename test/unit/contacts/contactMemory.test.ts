import { ItemJournal } from '../../../nodes/ChannelMessaging/client/journal';
import {
	ContactLookup,
	type Match,
	RecentCreations,
} from '../../../nodes/ChannelMessaging/contacts/contactLookup';
import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellation';
import { apiErrorOf } from '../client/apiErrorOf';
import { apiErrorWith } from '../client/apiErrorWith';
import { textResponse } from '../client/apiResponse';
import { ManualClock } from '../scheduling/manualClock';

const reference = { kind: 'customField', name: 'phone', value: '1' } as const;
const owner = { baseUrl: 'https://service.example', token: 'token' };
const answer = textResponse('');

/** What executions share: the service, which may know the contact, and recent creations. */
function sharedBy(contactId?: string) {
	return { service: { contactId }, creations: new RecentCreations(new ManualClock()) };
}

/** An execution in which several items mean the same contact. */
function runWith(
	service: { contactId?: string | undefined } = {},
	creations = new RecentCreations(new ManualClock()),
) {
	const memory = new ContactLookup(creations.ofChannel(owner));
	const journals = new Map<number, ItemJournal>();
	const cancellation = new CancellationToken();
	let searches = 0;
	const channel = {
		findContacts: async () => {
			searches += 1;
			const contacts = service.contactId === undefined ? [] : [{ id: service.contactId }];
			return await Promise.resolve({ contacts, size: 0, hasNext: false });
		},
	};
	const callsOf = (itemIndex: number) => {
		const calls = journals.get(itemIndex) ?? new ItemJournal();
		journals.set(itemIndex, calls);
		return calls;
	};
	const save = async <Result>(
		itemIndex: number,
		perform: (match: Match) => Promise<Result>,
		resendWhenUnsure = false,
	) =>
		await memory.match(
			reference,
			{
				channel,
				itemIndex,
				hasUnknownRequest: callsOf(itemIndex).hasUnknownOutcome(),
				retryWhenUnsure: resendWhenUnsure,
				cancellation,
			},
			perform,
		);
	return {
		service,
		cancellation,
		callsOf,
		searches: () => searches,
		lookUp: async () => await memory.lookUp(channel, reference),
		save,
		match: async (itemIndex: number, resendWhenUnsure = false) =>
			await save(itemIndex, async (match) => await Promise.resolve(match), resendWhenUnsure),
	};
}

type TestRun = ReturnType<typeof runWith>;

/** Creates the contact for an item, as far as the service's answer is concerned. */
async function create(run: TestRun, itemIndex: number, contactId?: string) {
	await run.save(itemIndex, async (match) => {
		if (match.kind !== 'missing') throw new Error('The contact exists already');
		run.callsOf(itemIndex).results.set('POST /v1/contact 0', answer);
		match.created(contactId);
		await Promise.resolve();
	});
}

/** Lets the answer to an item's creation get lost. */
async function loseAnswer(run: TestRun, itemIndex: number) {
	const failure = apiErrorWith('timedOut', 'unknown');
	const lost = run.save(itemIndex, async (match) => {
		if (match.kind !== 'missing') throw new Error('The contact exists already');
		run.callsOf(itemIndex).results.set('POST /v1/contact 0', failure);
		return await Promise.reject(failure);
	});
	expect(await apiErrorOf(lost)).toBe(failure);
	return failure;
}

const notFound = apiErrorWith('contactNotFound', 'notDone');

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
		expect(await run.match(0)).toMatchObject({ kind: 'existing', contactId: '7' });
		expect(await run.match(1)).toMatchObject({ kind: 'existing', contactId: '7' });
		expect(run.searches()).toBe(1);
	});

	it('says where there is none', async () => {
		expect(await runWith().match(0)).toMatchObject({ kind: 'missing' });
	});

	it('remembers what an earlier item created, though the search does not show it yet', async () => {
		const run = runWith();
		await create(run, 0, 'cus_1');
		expect(await run.match(1)).toMatchObject({ kind: 'existing', contactId: 'cus_1' });
	});

	it('does not create again what was created without an answer of its identifier', async () => {
		const run = runWith();
		await create(run, 0);
		expect(await apiErrorOf(run.match(1))).toMatchObject({ reason: 'contactDoubtful' });
		run.service.contactId = 'cus_1';
		expect(await run.match(1)).toMatchObject({ kind: 'existing', contactId: 'cus_1' });
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
		expect(await run.match(1)).toMatchObject({ kind: 'existing', contactId: 'cus_1' });
		expect(await run.match(0)).toMatchObject({ kind: 'existing', contactId: 'cus_1' });
	});

	it('another item does not create it a second time', async () => {
		const run = runWith();
		await loseAnswer(run, 0);
		expect(await apiErrorOf(run.match(1))).toMatchObject({
			reason: 'contactDoubtful',
			outcome: 'notDone',
		});
	});

	it('the next attempt of the item gets the error of its own request', async () => {
		const run = runWith();
		const failure = await loseAnswer(run, 0);
		expect(await run.match(0)).toMatchObject({ kind: 'missing' });
		expect([...run.callsOf(0).results.values()]).toEqual([failure]);
	});

	it("it is created again where 'Retry When Unsure' asks for it", async () => {
		const run = runWith();
		await loseAnswer(run, 0);
		expect(await run.match(1, true)).toMatchObject({ kind: 'missing' });
	});
});

describe('executions that match the same contact', () => {
	it('search one after the other, so that one creates the contact and nine find it', async () => {
		const { service, creations } = sharedBy();
		let created = 0;
		const saves = Array.from({ length: 10 }, async () => {
			const run = runWith(service, creations);
			return await run.save(0, async (match) => {
				await Promise.resolve();
				if (match.kind === 'existing') return match.contactId;
				created += 1;
				match.created('cus_1');
				return 'created';
			});
		});

		expect(await Promise.all(saves)).toEqual(['created', ...Array<string>(9).fill('cus_1')]);
		expect(created).toBe(1);
	});

	it('prefer what the search shows to what is remembered', async () => {
		const { service, creations } = sharedBy();
		await create(runWith(service, creations), 0, 'cus_1');
		service.contactId = '2';
		expect(await runWith(service, creations).match(0)).toEqual({
			kind: 'existing',
			contactId: '2',
			isRemembered: false,
		});
	});

	it('do not create the contact if an earlier execution may have created it', async () => {
		const { service, creations } = sharedBy();
		await loseAnswer(runWith(service, creations), 0);
		const later = runWith(service, creations);
		expect(await apiErrorOf(later.match(0))).toMatchObject({ reason: 'contactDoubtful' });
		expect(await later.match(0, true)).toMatchObject({ kind: 'missing' });
		service.contactId = '1';
		expect(await later.match(0)).toMatchObject({ kind: 'existing', contactId: '1' });
	});

	it('create the contact if an earlier creation was rejected', async () => {
		const { service, creations } = sharedBy();
		const rejection = apiErrorWith('refused', 'notDone');
		const earlier = runWith(service, creations);
		await apiErrorOf(earlier.save(0, async () => await Promise.reject(rejection)));
		expect(await runWith(service, creations).match(0)).toMatchObject({ kind: 'missing' });
	});

	it('keep the ID of a created contact whose tags failed', async () => {
		const { service, creations } = sharedBy();
		const tagging = runWith(service, creations).save(0, async (match) => {
			if (match.kind === 'missing') match.created('cus_1');
			return await Promise.reject(apiErrorWith('timedOut', 'unknown'));
		});
		await apiErrorOf(tagging);
		expect(await runWith(service, creations).match(0)).toMatchObject({ contactId: 'cus_1' });
	});

	it('create the contact again if the remembered one was deleted', async () => {
		const { service, creations } = sharedBy();
		await create(runWith(service, creations), 0, 'cus_1');
		const matches: Match[] = [];
		await runWith(service, creations).save(0, async (match) => {
			matches.push(match);
			if (match.kind === 'existing') throw notFound;
			match.created('cus_2');
			await Promise.resolve();
		});
		expect(matches.map(({ kind }) => kind)).toEqual(['existing', 'missing']);
		expect(await runWith(service, creations).match(0)).toMatchObject({ contactId: 'cus_2' });
	});

	it('fail if the service shows a contact and then does not find it', async () => {
		const run = runWith({ contactId: '7' });
		expect(await apiErrorOf(run.save(0, async () => await Promise.reject(notFound)))).toBe(
			notFound,
		);
	});

	it('stop waiting when their execution is canceled', async () => {
		const { service, creations } = sharedBy();
		const waiting = runWith(service, creations);
		let end: () => void = () => undefined;
		const holding = runWith(service, creations).save(0, async () => {
			await new Promise<void>((resolve) => {
				end = resolve;
			});
		});
		const waited = waiting.match(0);
		waiting.cancellation.stop();
		expect(await waited).toBeUndefined();
		expect(waiting.searches()).toBe(0);
		end();
		await holding;
	});
});
