import fc from 'fast-check';

import type { Contact, ContactPage } from '../../../nodes/ChannelMessaging/client/model';
import { findAllContacts, maxList } from '../../../nodes/ChannelMessaging/contacts/searchContacts';
import { apiErrorOf } from '../client/apiErrorOf';
import { apiErrorWith } from '../client/apiErrorWith';

const search = { kind: 'customField' as const, name: 'city', value: 'Lugo', limit: Infinity };

/** A search whose pages come from a function, and the calls that it got. */
function searchOf(pageOf: (page: number) => Omit<ContactPage, 'size'> & { size?: number }) {
	const asked: Array<[name: string, value: string, page: number]> = [];
	return {
		asked,
		findContacts(name: string, value: string, page: number) {
			asked.push([name, value, page]);
			return Promise.resolve({ size: 0, ...pageOf(page) });
		},
	};
}

const contactsFrom = (first: number, count: number): Contact[] =>
	Array.from({ length: count }, (_, index) => ({ id: String(first + index) }));

describe('finding all contacts', () => {
	it('searches the next spelling if no contact has the value', async () => {
		const spellings: string[] = [];
		const asked: unknown[][] = [];
		const channel = {
			findContacts(name: string, value: string, page: number) {
				asked.push([name, value, page]);
				const contacts = value === '34' ? contactsFrom(page, 1) : [];
				return Promise.resolve({ contacts, size: 0, hasNext: value === '34' && page === 1 });
			},
		};
		const phone = { ...search, name: 'phone', value: '+34', otherSpellings: ['34', '0034'] };
		const found = await findAllContacts(
			channel,
			phone,
			(spelling) => void spellings.push(spelling),
		);
		expect(found).toEqual(contactsFrom(1, 2));
		expect(asked).toEqual([
			['phone', '+34', 1],
			['phone', '34', 1],
			['phone', '34', 2],
		]);
		expect(spellings).toEqual(['34']);
	});

	it('ends at an empty page, even where another is promised', async () => {
		const channel = searchOf((page) => ({
			contacts: contactsFrom(1, page === 1 ? 2 : 0),
			hasNext: true,
		}));
		expect(await findAllContacts(channel, search)).toHaveLength(2);
		expect(channel.asked).toHaveLength(2);
	});

	it('gives the first contacts up to the limit, and asks for no page more than that takes', async () => {
		const sizes = fc.integer({ min: 1, max: 7 });
		const totals = fc.integer({ min: 0, max: 40 });
		const limits = fc.oneof(fc.integer({ min: 1, max: 45 }), fc.constant(Infinity));
		await fc.assert(
			fc.asyncProperty(totals, sizes, limits, async (total, size, limit) => {
				const all = contactsFrom(1, total);
				const channel = searchOf((page) => ({
					contacts: all.slice((page - 1) * size, page * size),
					hasNext: page * size < total,
				}));
				expect(await findAllContacts(channel, { ...search, limit })).toEqual(all.slice(0, limit));
				const needed = Math.max(1, Math.ceil(Math.min(total, limit) / size));
				expect(channel.asked).toEqual(
					Array.from({ length: needed }, (_, index) => ['city', 'Lugo', index + 1]),
				);
			}),
		);
	});

	it.each([
		['with identifiers', contactsFrom(1, 2)],
		['without identifiers', [{ tags: ['a'] }, { tags: ['b'] }]],
	])('stops where the same contacts come again, %s', async (_, contacts) => {
		const channel = searchOf(() => ({ contacts, hasNext: true }));
		const failure = await apiErrorOf(findAllContacts(channel, search));
		expect(failure.details).toEqual({ reason: 'pagesRepeat', outcome: 'notDone', page: 2 });
		expect(channel.asked).toHaveLength(2);
	});

	it('stops also where pages come again later, in turns', async () => {
		const channel = searchOf((page) => ({ contacts: contactsFrom(page % 3, 1), hasNext: true }));
		const failure = await apiErrorOf(findAllContacts(channel, search));
		expect(failure.details).toMatchObject({ reason: 'pagesRepeat', page: 4 });
	});

	it('succeeds if the last page contains only contacts of earlier pages', async () => {
		const channel = searchOf((page) => ({ contacts: contactsFrom(1, 2), hasNext: page < 2 }));
		expect(await findAllContacts(channel, search)).toEqual(contactsFrom(1, 2));
		expect(channel.asked).toHaveLength(2);
	});

	it('returns a contact once that a page contains twice', async () => {
		const contacts = [...contactsFrom(1, 2), ...contactsFrom(2, 2)];
		const channel = searchOf(() => ({ contacts, hasNext: false }));
		expect(await findAllContacts(channel, search)).toEqual(contactsFrom(1, 3));
	});

	it('accepts a page with more contacts than a function can have arguments', async () => {
		const channel = searchOf(() => ({ contacts: contactsFrom(1, 200_000), hasNext: false }));
		expect(await findAllContacts(channel, search)).toHaveLength(200_000);
	});

	it('goes on where a page brings at least one new contact', async () => {
		const channel = searchOf((page) => ({
			contacts: [{ tags: ['a'] }, { tags: [page] }],
			hasNext: page < 4,
		}));
		const found = await findAllContacts(channel, search);
		expect(found.map(({ tags }) => tags)).toEqual([['a'], [1], [2], [3], [4]]);
	});

	it.each([
		['pages', 1, 0, maxList.pages],
		['contacts', 1_000, 0, maxList.contacts / 1_000],
		['text', 1, maxList.characters / 16, 16],
	])('ends a list without end by its %s', async (_, contactsAPage, size, pages) => {
		const channel = searchOf((page) => ({
			contacts: contactsFrom(page * contactsAPage, contactsAPage),
			size,
			hasNext: true,
		}));
		const failure = await apiErrorOf(findAllContacts(channel, search));
		expect(failure.details).toEqual({
			reason: 'listTooLong',
			outcome: 'notDone',
			pages,
			contacts: pages * contactsAPage,
		});
		expect(channel.asked).toHaveLength(pages);
	});

	it('fails as the page fails that cannot be had', async () => {
		const failure = apiErrorWith('refused', 'notDone');
		const channel = {
			findContacts: (_name: string, _value: string, page: number) =>
				page === 1
					? Promise.resolve({ contacts: contactsFrom(1, 1), size: 0, hasNext: true })
					: Promise.reject(failure),
		};
		expect(await apiErrorOf(findAllContacts(channel, search))).toBe(failure);
	});
});
