import type { Contact, ContactPage } from '../../../nodes/ChannelMessaging/client/model';
import { findContact } from '../../../nodes/ChannelMessaging/contacts/findContact';

const reference = { kind: 'customField', name: 'phone', value: '+34600000001' } as const;

/** Searches a channel in which every search returns the same page. */
function find(page: Partial<ContactPage>, otherSpellings?: readonly string[]) {
	const searches: unknown[] = [];
	const spellings: string[] = [];
	const channel = {
		findContacts: async (...search: unknown[]): Promise<ContactPage> => {
			searches.push(search);
			return await Promise.resolve({ contacts: [], size: 0, hasNext: false, ...page });
		},
	};
	const contactId = findContact(
		channel,
		{ ...reference, ...(otherSpellings && { otherSpellings }) },
		(spelling) => spellings.push(spelling),
	);
	return { searches, spellings, contactId };
}

const contact = (id: unknown, phone?: unknown): Contact => ({
	...(id === undefined ? {} : { id: id as string }),
	custom_fields: phone === undefined ? {} : { phone: phone as string },
});

describe('findContact', () => {
	it('requests only the first page', async () => {
		const { searches, contactId } = find({ contacts: [contact('7', reference.value)] });

		expect(await contactId).toBe('7');
		expect(searches).toEqual([['phone', '+34600000001', 1]]);
	});

	it('returns undefined if the service finds no contact', async () => {
		expect(await find({}).contactId).toBeUndefined();
	});

	it.each([
		{ title: 'accepts a contact without the custom field', contacts: [contact('7')] },
		{ title: 'accepts a contact without custom fields', contacts: [{ id: '7' }] },
		{ title: 'accepts a contact with a numeric ID', contacts: [contact(7, reference.value)] },
		{ title: 'accepts a contact that is listed twice', contacts: [contact('7'), contact('7')] },
		{
			title: 'returns the only contact with the exact value',
			contacts: [contact('6', '34600000001'), contact('7', reference.value), contact('8', 'x')],
		},
	])('$title', async ({ contacts }) => {
		expect(await find({ contacts }).contactId).toBe('7');
	});

	it('rejects if several contacts have the value', async () => {
		const contacts = [contact('7', reference.value), contact('8', reference.value)];

		await expect(find({ contacts }).contactId).rejects.toHaveProperty('details', {
			reason: 'contactAmbiguous',
			outcome: 'notDone',
			name: 'phone',
			value: '+34600000001',
			count: 2,
			matches: [
				{ name: '', contactId: '7' },
				{ name: '', contactId: '8' },
			],
		});
	});

	it.each([
		{ title: 'rejects with the total if there are more pages', total: { total: 40 }, count: 40 },
		{ title: 'rejects with a count of 2 if the total is unknown', total: {}, count: 2 },
	])('$title', async ({ total, count }) => {
		const contacts = [contact('7', reference.value)];
		const { contactId } = find({ contacts, hasNext: true, ...total });

		const details = { reason: 'contactAmbiguous', count };
		await expect(contactId).rejects.toMatchObject({ details });
	});

	it('returns a contact whose phone number is spelled differently, and reports the spelling', async () => {
		const contacts = [contact('7', '34600000001')];
		const { contactId, spellings } = find({ contacts }, ['34600000001']);

		expect(await contactId).toBe('7');
		expect(spellings).toEqual(['34600000001']);
	});

	it.each([
		{ title: 'rejects a contact with another value', found: contact('7', '600000001') },
		{ title: 'rejects a contact with an empty value', found: contact('7', '') },
		{ title: 'rejects a contact without an ID', found: contact(undefined, reference.value) },
		{ title: 'rejects a contact with an empty ID', found: contact('', reference.value) },
	])('$title', async ({ found }) => {
		const details = { reason: 'contactInexact', outcome: 'notDone', count: 1 };
		await expect(find({ contacts: [found] }).contactId).rejects.toMatchObject({ details });
	});
});
