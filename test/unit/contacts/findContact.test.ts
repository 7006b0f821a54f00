import type { Contact, ContactPage } from '../../../nodes/ChannelMessaging/client/model';
import { findContact } from '../../../nodes/ChannelMessaging/contacts/findContact';
import { apiErrorOf } from '../client/apiErrorOf';

const reference = { kind: 'customField', name: 'phone', value: '+34600000001' } as const;

/** Finds among what a service answers to the search, and notes what it was asked. */
function finding(page: Partial<ContactPage>) {
	const asked: unknown[] = [];
	const channel = {
		findContacts: async (...query: unknown[]): Promise<ContactPage> => {
			asked.push(query);
			return await Promise.resolve({ contacts: [], size: 0, hasNext: false, ...page });
		},
	};
	return { asked, contactId: findContact(channel, reference) };
}

const contact = (id: unknown, phone?: unknown): Contact => ({
	...(id === undefined ? {} : { id: id as string }),
	custom_fields: phone === undefined ? {} : { phone: phone as string },
});

describe('finding a contact by the value of a custom field', () => {
	it('asks once, for the first page', async () => {
		const { asked, contactId } = finding({ contacts: [contact('7', reference.value)] });
		expect(await contactId).toBe('7');
		expect(asked).toEqual([['phone', '+34600000001', 1]]);
	});

	it('gives nothing where nobody has the value', async () => {
		expect(await finding({}).contactId).toBeUndefined();
	});

	it.each([
		['a contact that does not show the field', [contact('7')], '7'],
		['a contact that shows no fields at all', [{ id: '7' }], '7'],
		['an identifier that is a number', [contact(7, reference.value)], '7'],
		['a contact that the page contains twice', [contact('7'), contact('7')], '7'],
		[
			'the one that shows the value, among others that show another',
			[contact('6', '34600000001'), contact('7', reference.value), contact('8', 'x')],
			'7',
		],
	])('takes %s', async (_, contacts, contactId) => {
		expect(await finding({ contacts }).contactId).toBe(contactId);
	});

	it('takes nobody where several have the value, and says how many', async () => {
		const contacts = [contact('7', reference.value), contact('8', reference.value)];
		const failure = await apiErrorOf(finding({ contacts }).contactId);
		expect(failure.details).toEqual({
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
		['with a total', { total: 40 }, 40],
		['without one', {}, 2],
	])('counts those of further pages, %s', async (_, total, count) => {
		const contacts = [contact('7', reference.value)];
		const failure = await apiErrorOf(finding({ contacts, hasNext: true, ...total }).contactId);
		expect(failure.details).toMatchObject({ reason: 'contactAmbiguous', count });
	});

	it('accepts a contact that shows another spelling of the number, and reports the spelling', async () => {
		const spellings: string[] = [];
		const found = findContact(
			{
				findContacts: async () =>
					await Promise.resolve({
						contacts: [contact('7', '34600000001')],
						size: 0,
						hasNext: false,
					}),
			},
			{ ...reference, otherSpellings: ['34600000001'] },
			(spelling) => void spellings.push(spelling),
		);
		expect(await found).toBe('7');
		expect(spellings).toEqual(['34600000001']);
	});

	it.each([
		['shows another value', contact('7', '600000001')],
		['shows an empty value', contact('7', '')],
		['has no identifier', contact(undefined, reference.value)],
		['has an empty identifier', contact('', reference.value)],
	])('never takes a contact that %s', async (_, found) => {
		const failure = await apiErrorOf(finding({ contacts: [found] }).contactId);
		expect(failure.details).toMatchObject({
			reason: 'contactInexact',
			outcome: 'notDone',
			count: 1,
		});
	});
});
