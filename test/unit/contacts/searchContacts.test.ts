import fc from 'fast-check';

import type { Contact, ContactPage } from '../../../nodes/ChannelMessaging/client/model';
import { findAllContacts, maxList } from '../../../nodes/ChannelMessaging/contacts/searchContacts';
import { apiErrorWith } from '../client/apiErrorWith';

const search = { kind: 'customField' as const, name: 'city', value: 'Lugo', limit: Infinity };

type Page = Omit<ContactPage, 'size'> & { size?: number };

/** Returns a channel whose searches return the pages of a function, and its requests. */
function channelWith(pageOf: (page: number, value: string) => Page) {
	const requests: Array<[name: string, value: string, page: number]> = [];
	return {
		requests,
		async findContacts(name: string, value: string, page: number) {
			requests.push([name, value, page]);
			return await Promise.resolve({ size: 0, ...pageOf(page, value) });
		},
	};
}

const contactsFrom = (first: number, count: number): Contact[] =>
	Array.from({ length: count }, (_, index) => ({ id: String(first + index) }));

describe('findAllContacts', () => {
	it('returns contacts up to the limit and requests only the pages it needs', async () => {
		const anySize = fc.integer({ min: 1, max: 7 });
		const anyTotal = fc.integer({ min: 0, max: 40 });
		const anyLimit = fc.oneof(fc.integer({ min: 1, max: 45 }), fc.constant(Infinity));
		await fc.assert(
			fc.asyncProperty(anyTotal, anySize, anyLimit, async (total, size, limit) => {
				const all = contactsFrom(1, total);
				const channel = channelWith((page) => ({
					contacts: all.slice((page - 1) * size, page * size),
					hasNext: page * size < total,
				}));
				expect(await findAllContacts(channel, { ...search, limit })).toEqual(all.slice(0, limit));
				const pages = Math.max(1, Math.ceil(Math.min(total, limit) / size));
				expect(channel.requests).toEqual(
					Array.from({ length: pages }, (_, index) => ['city', 'Lugo', index + 1]),
				);
			}),
		);
	});

	it('searches for the next spelling if no contact has the value', async () => {
		const spellings: string[] = [];
		const channel = channelWith((page, value) => ({
			contacts: value === '34' ? contactsFrom(page, 1) : [],
			hasNext: value === '34' && page === 1,
		}));
		const phone = { ...search, name: 'phone', value: '+34', otherSpellings: ['34', '0034'] };
		const found = await findAllContacts(channel, phone, (spelling) => spellings.push(spelling));

		expect(found).toEqual(contactsFrom(1, 2));
		expect(channel.requests).toEqual([
			['phone', '+34', 1],
			['phone', '34', 1],
			['phone', '34', 2],
		]);
		expect(spellings).toEqual(['34']);
	});

	it.each([
		{
			title: 'ends at an empty page that is not marked as the last page',
			pageOf: (page: number) => ({ contacts: contactsFrom(1, page === 1 ? 2 : 0), hasNext: true }),
			found: contactsFrom(1, 2),
		},
		{
			title: 'accepts a last page that repeats only contacts of earlier pages',
			pageOf: (page: number) => ({ contacts: contactsFrom(1, 2), hasNext: page < 2 }),
			found: contactsFrom(1, 2),
		},
		{
			title: 'continues if a page contains at least one new contact',
			pageOf: (page: number) => ({
				contacts: [{ tags: ['a'] }, { tags: [page] }],
				hasNext: page < 2,
			}),
			found: [{ tags: ['a'] }, { tags: [1] }, { tags: [2] }],
		},
	])('$title', async ({ pageOf, found }) => {
		const channel = channelWith(pageOf);

		expect(await findAllContacts(channel, search)).toEqual(found);
		expect(channel.requests).toHaveLength(2);
	});

	it.each([
		{
			title: 'rejects if a page repeats the IDs of the previous page',
			contactsOf: () => contactsFrom(1, 2),
			page: 2,
		},
		{
			title: 'rejects if a page repeats contacts without IDs',
			contactsOf: () => [{ tags: ['a'] }, { tags: ['b'] }],
			page: 2,
		},
		{
			title: 'rejects if the pages repeat in a cycle',
			contactsOf: (page: number) => contactsFrom(page % 3, 1),
			page: 4,
		},
	])('$title', async ({ contactsOf, page }) => {
		const channel = channelWith((number) => ({ contacts: contactsOf(number), hasNext: true }));

		const details = { reason: 'pagesRepeat', outcome: 'notDone', page };
		await expect(findAllContacts(channel, search)).rejects.toHaveProperty('details', details);
		expect(channel.requests).toHaveLength(page);
	});

	it('removes duplicates within a page', async () => {
		const contacts = [...contactsFrom(1, 2), ...contactsFrom(2, 2)];
		const channel = channelWith(() => ({ contacts, hasNext: false }));

		expect(await findAllContacts(channel, search)).toEqual(contactsFrom(1, 3));
	});

	it('accepts a page of 200,000 contacts, more than a function can have arguments', async () => {
		const channel = channelWith(() => ({ contacts: contactsFrom(1, 200_000), hasNext: false }));

		expect(await findAllContacts(channel, search)).toHaveLength(200_000);
	});

	it.each([
		{ unit: 'pages', contactsPerPage: 1, size: 0, pages: maxList.pages },
		{ unit: 'contacts', contactsPerPage: 1_000, size: 0, pages: maxList.contacts / 1_000 },
		{ unit: 'characters', contactsPerPage: 1, size: maxList.characters / 16, pages: 16 },
	])(
		'rejects at the maximum number of $unit if more pages follow',
		async ({ contactsPerPage, size, pages }) => {
			const channel = channelWith((page) => ({
				contacts: contactsFrom(page * contactsPerPage, contactsPerPage),
				size,
				hasNext: true,
			}));

			await expect(findAllContacts(channel, search)).rejects.toHaveProperty('details', {
				reason: 'listTooLong',
				outcome: 'notDone',
				pages,
				contacts: pages * contactsPerPage,
			});
			expect(channel.requests).toHaveLength(pages);
		},
	);

	it('rejects with the error of a failed page', async () => {
		const error = apiErrorWith('rejected', 'notDone');
		const channel = channelWith((page) => {
			if (page === 2) throw error;
			return { contacts: contactsFrom(1, 1), hasNext: true };
		});

		await expect(findAllContacts(channel, search)).rejects.toBe(error);
	});
});
