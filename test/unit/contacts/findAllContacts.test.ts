import fc from 'fast-check';

import { contactIdOf } from '../../../nodes/ChannelMessaging/client/contactId';
import type { Contact } from '../../../nodes/ChannelMessaging/client/contact';
import { findAllContacts as findList } from '../../../nodes/ChannelMessaging/contacts/findAllContacts';
import { convertByField } from '../../../nodes/ChannelMessaging/customFieldValues/convertByField';
import { apiErrorWith } from '../client/apiErrorWith';
import { contactOf, LocalContacts } from './localContacts';

const lead = { kind: 'customField', name: 'status', value: 'lead' } as const;
const findAllContacts = async (...search: Parameters<typeof findList>) =>
	(await findList(...search)).contacts;
const idsOf = (contacts: readonly Contact[]) => contacts.map(contactIdOf);

const leads = (first: number, count: number): Contact[] =>
	Array.from({ length: count }, (_, index) => contactOf(String(first + index), { status: 'lead' }));

it('findAllContacts returns every contact that keeps its value, even if others leave the results during the search', async () => {
	const anyLeaving = fc.array(fc.subarray([...Array(12).keys()].map(String)), { maxLength: 12 });
	const anyPageSize = fc.integer({ min: 1, max: 4 });
	await fc.assert(
		fc.asyncProperty(anyLeaving, anyPageSize, async (leaving, pageSize) => {
			const channel = new LocalContacts(leads(0, 12), { pageSize });
			channel.onRequest = () => {
				const left = new Set(leaving[channel.requests.length - 1]);
				channel.contacts = channel.contacts.filter(
					(contact) => !left.has(contactIdOf(contact) ?? ''),
				);
			};
			const found = idsOf(await findAllContacts(channel, lead, Infinity));

			expect(found).toEqual(expect.arrayContaining(idsOf(channel.contacts)));
			expect(new Set(found).size).toBe(found.length);
		}),
	);
});

it('findAllContacts returns no more contacts than its limit and requests only the pages that it needs', async () => {
	const channel = new LocalContacts(leads(0, 6));

	expect(idsOf(await findAllContacts(channel, lead, 3))).toEqual(['0', '1', '2']);
	expect(channel.requests).toEqual(['status=lead 1', 'status=lead 2']);
});

it('findAllContacts rejects if contacts have different interpretations of an ambiguous number', async () => {
	const phones = ['442079460001', '49442079460001'];
	const contacts = phones.map((phone, index) => contactOf(String(index), { phone }));
	const settings = { format: 'digits', defaultCountryCode: '49' } as const;
	const phone = convertByField('phone', '442079460001', settings);

	await expect(findAllContacts(new LocalContacts(contacts), phone, 1)).rejects.toMatchObject({
		reason: 'contactAmbiguous',
	});
});

interface TestPage {
	contacts: Contact[];
	hasNext: boolean;
	total?: number;
	lastPage?: number;
	bytes?: number;
}

/** Returns a channel whose searches return the pages of a function. */
function channelWith(pageOf: (page: number) => TestPage) {
	let requests = 0;
	return {
		requestCount: () => requests,
		async findContacts(_name: string, _value: string, page: number) {
			requests += 1;
			return await Promise.resolve({ bytes: 1_000, ...pageOf(page) });
		},
		getContact: async () => await Promise.reject(apiErrorWith('rejected', 'notDone')),
	};
}

it.each<[title: string, pageOf: (page: number) => TestPage, page: number]>([
	['is empty', (page) => ({ contacts: leads(1, page === 1 ? 2 : 0), hasNext: true }), 7],
	['repeats the previous page', () => ({ contacts: leads(1, 2), hasNext: true }), 7],
	[
		'repeats contacts without IDs',
		() => ({ contacts: [{ custom_fields: { status: 'lead' } }], hasNext: true }),
		7,
	],
	['repeats an earlier page', (page) => ({ contacts: leads(page % 3, 1), hasNext: true }), 9],
])(
	'findAllContacts rejects after six pages in a row, each of which %s, even if more pages follow',
	async (_title, pageOf, page) => {
		const channel = channelWith(pageOf);
		const details = { reason: 'pagesRepeat', outcome: 'notDone', page };
		await expect(findAllContacts(channel, lead, Infinity)).rejects.toMatchObject({ details });
		expect(channel.requestCount()).toBe(page);
	},
);

it.each<[title: string, pageOf: (page: number) => TestPage, count: number]>([
	[
		'a last page that repeats only contacts of earlier pages',
		(page) => ({ contacts: leads(1, 2), hasNext: page < 2 }),
		2,
	],
	[
		'contacts that are listed twice on a page',
		() => ({ contacts: [...leads(1, 2), ...leads(2, 2)], hasNext: false }),
		3,
	],
	[
		'a page with more contacts than a function can have arguments',
		() => ({ contacts: leads(1, 200_000), hasNext: false }),
		200_000,
	],
	[
		'five empty pages before the last page',
		(page) => ({ contacts: page === 1 || page === 7 ? leads(page, 1) : [], hasNext: page < 7 }),
		2,
	],
	[
		'a first page that claims to be the last one, although more contacts are counted',
		(page) => ({ contacts: page <= 3 ? leads(page * 25, 25) : [], hasNext: false, total: 75 }),
		75,
	],
	[
		'a total that differs between pages, and is always wrong',
		(page) => ({
			contacts: page <= 3 ? leads(page * 25, 25) : [],
			hasNext: page < 3,
			total: page % 2 === 0 ? 90 : 100,
		}),
		75,
	],
])('findAllContacts accepts %s', async (_title, pageOf, count) => {
	expect(await findAllContacts(channelWith(pageOf), lead, Infinity)).toHaveLength(count);
});

it('findAllContacts returns a list if two reads return the same contacts, as many as the service counts', async () => {
	const pageOf = () => ({ contacts: leads(1, 2), hasNext: false, total: 5 });

	expect(await findList(channelWith(pageOf), lead, Infinity)).toEqual({
		contacts: leads(1, 2),
		contradiction: { found: 2, total: 5 },
	});
});

it.each([
	{ description: 'the number of pages decreases', total: 2, lastPage: 2 },
	{
		description: 'an earlier page has more contacts than the service counts',
		total: 1,
		lastPage: 1,
	},
])('findAllContacts reads a list again if $description', async (first) => {
	const pages = [
		{ contacts: leads(1, 2), hasNext: true, ...first },
		// Meanwhile, the first contact was deleted, and the third one moved to the first page.
		{ contacts: [], hasNext: false, total: 2, lastPage: 1 },
		{ contacts: leads(2, 2), hasNext: false, total: 2, lastPage: 1 },
	];
	const channel = channelWith(() => pages.shift() ?? { contacts: [], hasNext: false });

	expect(await findAllContacts(channel, lead, Infinity)).toEqual(leads(2, 2));
});

it('findAllContacts returns the contacts that were read because results omit their values', async () => {
	const channel = new LocalContacts(leads(1, 3), { omittedFields: 'all' });

	expect(await findAllContacts(channel, lead, Infinity)).toEqual(leads(1, 3));
});

it('findAllContacts reads an incomplete list again and rejects with both counts after three attempts', async () => {
	// Each time, the pages repeat other contacts, as in a search without a stable order.
	let pass = 0;
	const pageOf = (completePass: number) => (page: number) => {
		if (page === 1) pass += 1;
		const first = page === 1 || pass === completePass ? page * 2 : 3;
		return {
			contacts: leads(first + (pass < completePass ? pass * 10 : 0), 2),
			hasNext: page < 2,
			total: 4,
		};
	};
	expect(idsOf(await findAllContacts(channelWith(pageOf(3)), lead, 10))).toEqual([
		...['2', '3', '4', '5'],
	]);
	pass = 0;
	await expect(findAllContacts(channelWith(pageOf(4)), lead, Infinity)).rejects.toMatchObject({
		details: { reason: 'listChanges', found: 3, total: 4 },
	});
	expect(pass).toBe(3);
});

const others = (first: number, count: number): Contact[] =>
	leads(first, count).map((contact) => ({ ...contact, custom_fields: { status: 'other' } }));

it.each<[title: string, contactsOf: typeof leads, perPage: number, bytes: number, pages: number]>([
	['100,000 contacts', leads, 1_000, 1_000, 100],
	['100,000 contacts with other values', others, 1_000, 1_000, 100],
	['10,000 pages', others, 1, 1_000, 10_000],
	['256 MB', others, 1, 4 * 2 ** 20, 64],
])(
	'findAllContacts rejects a list that continues after %s',
	async (_title, contactsOf, perPage, bytes, pages) => {
		const pageOf = (page: number) => ({
			contacts: contactsOf(page * perPage, perPage),
			hasNext: true,
			bytes,
		});

		await expect(findAllContacts(channelWith(pageOf), lead, Infinity)).rejects.toMatchObject({
			details: { reason: 'listTooLong', pages, contacts: pages * perPage, bytes: pages * bytes },
		});
	},
);

it('findAllContacts stops at its limit if the list never ends', async () => {
	const pageOf = (page: number) => ({ contacts: leads(page * 1_000, 1_000), hasNext: true });

	expect(await findAllContacts(channelWith(pageOf), lead, 100_000)).toHaveLength(100_000);
});
