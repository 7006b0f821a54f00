import { ApiError } from '../../../nodes/ChannelMessaging/client/apiError';
import type { Contact } from '../../../nodes/ChannelMessaging/client/contact';
import { findAllContacts } from '../../../nodes/ChannelMessaging/contacts/findAllContacts';
import { findContact } from '../../../nodes/ChannelMessaging/contacts/findContact';
import { convertByField } from '../../../nodes/ChannelMessaging/customFieldValues/convertByField';
import { apiErrorWith } from '../client/apiErrorWith';
import { contactOf, LocalContacts } from './localContacts';

const phone = (text: string, defaultCountryCode?: string, format: 'digits' | 'e164' = 'e164') =>
	convertByField('phone', text, { format, defaultCountryCode });
const withPhone = (id: string, value: string) => contactOf(id, { phone: value });

describe('with an ambiguous phone number', () => {
	const ambiguous = phone('442079460001', '49', 'digits');
	const asBritish = withPhone('7', '442079460001');
	const asGerman = withPhone('8', '49442079460001');

	it.each([
		['the international interpretation', [asBritish], '7'],
		['the national interpretation', [asGerman], '8'],
		['neither', [], undefined],
	])(
		'findContact searches for both interpretations and finds the contact with %s',
		async (_, contacts, id) => {
			const channel = new LocalContacts(contacts);

			expect((await findContact(channel, ambiguous))?.contactId).toBe(id);
			expect(new Set(channel.requests)).toEqual(
				new Set([
					'phone=442079460001 1',
					'phone=+442079460001 1',
					'phone=49442079460001 1',
					'phone=+49442079460001 1',
				]),
			);
		},
	);

	it('findContact rejects if contacts exist for both interpretations', async () => {
		const channel = new LocalContacts([asBritish, asGerman]);

		await expect(findContact(channel, ambiguous)).rejects.toMatchObject({
			details: {
				reason: 'contactAmbiguous',
				count: 2,
				matches: [
					{ name: '', contactId: '7' },
					{ name: '', contactId: '8' },
				],
			},
		});
	});
});

it.each([
	['no other contact', [], '7'],
	['a contact with the digits and a plus sign', ['+442079460001'], '7'],
])(
	'findContact reads digits as a national number, if there is %s',
	async (_title, others, contactId) => {
		const contacts = ['+49442079460001', ...others].map((value, index) =>
			withPhone(String(7 + index), value),
		);

		const found = await findContact(new LocalContacts(contacts), phone('442079460001', '49'));
		expect(found).toMatchObject({ contactId, value: '+49442079460001' });
	},
);

it('findContact finds a contact with exactly the entered digits', async () => {
	const channel = new LocalContacts([withPhone('7', '442079460001')]);

	expect(await findContact(channel, phone('442079460001', '49'))).toMatchObject({ contactId: '7' });
});

it('findContact finds no contact if no interpretation of digits has one', async () => {
	expect(await findContact(new LocalContacts([]), phone('442079460001', '49'))).toBeUndefined();
});

it('findContact rejects digits if the only match is a number with a plus sign', async () => {
	const channel = new LocalContacts([withPhone('7', '+442079460001')]);

	await expect(findContact(channel, phone('442079460001', '49'))).rejects.toMatchObject({
		details: {
			reason: 'contactAmbiguous',
			value: '442079460001',
			problem: { kind: 'ambiguous', numbers: ['+49442079460001', '+442079460001'] },
			matches: [{ name: '', contactId: '7' }],
		},
	});
});

/** The old and the new form of numbers, and an email address with capital letters. */
const otherForms = [
	['phone', '+5215512345678', '+525512345678'],
	['phone', '+551187654321', '+5511987654321'],
	['phone', '+541123456789', '+5491123456789'],
	['email', 'Ana@Example.com', 'ana@example.com'],
] as const;

it.each(otherForms)(
	'findContact finds the contact with either form of the %s %s and rejects if both have contacts',
	async (name, one, other) => {
		const reference = convertByField(name, one, { format: 'e164' });
		const first = contactOf('1', { [name]: one });
		const second = contactOf('2', { [name]: other });

		for (const contact of [first, second]) {
			const found = await findContact(new LocalContacts([contact]), reference);
			expect(found?.contactId).toBe(contact['id']);
		}
		await expect(
			findContact(new LocalContacts([first, second], { pageSize: 1 }), reference),
		).rejects.toMatchObject({ reason: 'contactAmbiguous' });
		await expect(
			findAllContacts(new LocalContacts([first, second]), reference, 1),
		).rejects.toMatchObject({ reason: 'contactAmbiguous' });
	},
);

it.each([
	['two contacts', 2, 2],
	['more contacts than a page contains', 5, 5],
])('findContact rejects if %s have the value', async (_title, size, count) => {
	const contacts = Array.from({ length: size }, (_, index) => withPhone(String(index), '+1'));
	const rejection = findContact(new LocalContacts(contacts), phone('+1'));

	await expect(rejection).rejects.toMatchObject({ details: { reason: 'contactAmbiguous', count } });
});

it('findContact counts only exact matches when a page also contains similar values', async () => {
	const contacts = ['pro', 'pro', 'Pro'].map((value, index) => withPlan(String(index), value));
	const channel = new LocalContacts(contacts, { match: 'partial', pageSize: 3 });

	await expect(findContact(channel, plan('pro'))).rejects.toMatchObject({
		details: { reason: 'contactAmbiguous', count: 2 },
	});
});

const plan = (value: string) => ({ kind: 'customField', name: 'plan', value }) as const;
const withPlan = (id: string, value: string) => contactOf(id, { plan: value });

it('findContact rejects if the service never returns the value', async () => {
	const channel = new LocalContacts([withPlan('7', 'pro')], { omittedFields: 'all' });
	channel.getContact = async () => await Promise.resolve(contactOf('7'));

	const details = { reason: 'fieldNotReturned', outcome: 'notDone', name: 'plan' };
	await expect(findContact(channel, plan('pro'))).rejects.toMatchObject({ details });
});

it('findContact reads a contact whose fields the results omit and rejects if the read fails', async () => {
	const channel = new LocalContacts([withPlan('7', 'pro')], { omittedFields: 'all' });
	expect(await findContact(channel, plan('pro'))).toMatchObject({ contactId: '7' });

	const error = apiErrorWith('serverFault', 'notDone');
	channel.getContact = async () => await Promise.reject(error);
	await expect(findContact(channel, plan('pro'))).rejects.toBe(error);
});

describe('beside a contact whose number was rounded', () => {
	const withNumber = (id: string, customerid: unknown) => ({
		...contactOf(id),
		custom_fields: { customerid },
	});
	const returning = (...contacts: Contact[]) => {
		const channel = new LocalContacts([]);
		const getContact = jest.fn(async () => await Promise.resolve(withNumber('8', 2 ** 53)));
		const findContacts = async () =>
			await Promise.resolve({ contacts, bytes: 1_000, hasNext: false, total: contacts.length });
		return Object.assign(channel, { findContacts, getContact });
	};
	const customerId = (value: string) =>
		({ kind: 'customField', name: 'customerid', value }) as const;

	it('findContact and findAllContacts find the contact that has another number', async () => {
		const channel = returning(withNumber('7', '123'), withNumber('8', 2 ** 53));

		expect(await findContact(channel, customerId('123'))).toMatchObject({ contactId: '7' });
		expect(await findAllContacts(channel, customerId('123'), 10)).toMatchObject({
			contacts: [{ id: '7' }],
		});
		expect(channel.getContact).not.toHaveBeenCalled();
	});

	it('findContact rejects if the number may be the searched one', async () => {
		const number = String(2 ** 53);
		const channel = returning(withNumber('7', number), withNumber('8', 2 ** 53));

		const details = { reason: 'valueRounded', outcome: 'notDone', name: 'customerid' };
		await expect(findContact(channel, customerId(number))).rejects.toMatchObject({ details });
	});
});

it('findContact ignores a contact that is deleted before it is read', async () => {
	const channel = new LocalContacts([withPlan('7', 'pro')], { omittedFields: 'all' });
	channel.getContact = async () =>
		await Promise.reject(new ApiError({ reason: 'contactNotFound', outcome: 'notDone' }));

	await expect(findContact(channel, plan('pro'))).rejects.toMatchObject({
		reason: 'contactInexact',
	});
});

it('findContact rejects if the service finds only contacts with other values', async () => {
	const channel = new LocalContacts([withPlan('7', 'Pro')], { match: 'partial' });

	await expect(findContact(channel, plan('pro'))).rejects.toMatchObject({
		details: { reason: 'contactInexact', outcome: 'notDone', count: 1 },
	});
});

it.each([
	['compares ten pages of similar values', 20, 'contactInexact', 20],
	['rejects if there are more than ten pages of similar values', 21, 'tooManySimilar', 10],
])('findContact %s', async (_title, size, reason, requests) => {
	const contacts = Array.from({ length: size }, (_, index) => withPlan(String(index), 'Pro'));
	const channel = new LocalContacts(contacts, { match: 'partial' });

	await expect(findContact(channel, plan('pro'))).rejects.toMatchObject({
		details: { reason, outcome: 'notDone', count: 20 },
	});
	expect(channel.requests).toHaveLength(requests);
});

describe('findContact reads a list again', () => {
	/** Returns a channel whose searches return these pages of contact IDs, one per request. */
	const returning = (pages: readonly Page[]) => {
		const channel = new LocalContacts([]);
		let requests = 0;
		channel.findContacts = async () => {
			const { ids, ...page } = pages[requests] ?? { ids: [], hasNext: false };
			requests += 1;
			const contacts = ids.map((id) => withPlan(id, id === '7' ? 'pro' : 'Pro'));
			return await Promise.resolve({ contacts, bytes: 1_000, ...page });
		};
		return { channel, requests: () => requests };
	};
	interface Page {
		ids: string[];
		hasNext: boolean;
		total?: number;
	}

	it.each([
		['without a total', [['7', '8'], ['9']], undefined, 4],
		['whose first page is empty despite its total', [[], ['7']], 1, 2],
	])('%s', async (_title, lists, total, expected) => {
		const pages = lists.map((ids) => ({ ids, hasNext: ids.length > 1, ...(total && { total }) }));
		const { channel, requests } = returning([...pages, ...pages]);

		expect(await findContact(channel, plan('pro'))).toMatchObject({ contactId: '7' });
		expect(requests()).toBe(expected);
	});

	it.each([
		[
			'its contacts are different in each read',
			[['7', '1'], ['2'], ['7', '3'], ['4'], ['7', '5'], ['6']],
		],
		[
			'a contact moves to the next page in each read',
			Array(3)
				.fill([
					['7', '1'],
					['1', '2'],
				])
				.flat() as string[][],
		],
	])('and rejects if %s', async (_title, lists) => {
		const { channel, requests } = returning(
			lists.map((ids, index) => ({ ids, hasNext: index % 2 === 0, total: 3 })),
		);

		await expect(findContact(channel, plan('pro'))).rejects.toMatchObject({
			details: { reason: 'listChanges', outcome: 'notDone', found: 3, total: 3 },
		});
		expect(requests()).toBe(6);
	});

	it('and finds a contact whose other values change', async () => {
		const others = [withPlan('8', 'Pro'), withPlan('9', 'Pro')];
		const channel = new LocalContacts([withPlan('7', 'pro'), ...others], { match: 'partial' });
		channel.onRequest = () => {
			if (channel.requests.length === 3)
				channel.contacts = [contactOf('7', { plan: 'pro', city: 'Rome' }), ...others];
		};

		expect(await findContact(channel, plan('pro'))).toMatchObject({
			contact: { custom_fields: { city: 'Rome' } },
		});
	});
});

it('findContact returns no contact whose value changed before the last read', async () => {
	const others = [withPlan('8', 'Pro'), withPlan('9', 'Pro')];
	const channel = new LocalContacts([withPlan('7', 'pro'), ...others], { match: 'partial' });
	channel.onRequest = () => {
		if (channel.requests.length === 3) channel.contacts = [withPlan('7', 'PRO'), ...others];
	};

	await expect(findContact(channel, plan('pro'))).rejects.toMatchObject({
		reason: 'contactInexact',
	});
});

it('findContact rejects if another contact has the value in another interpretation', async () => {
	const others = [withPlan('8', 'Pro'), withPlan('9', 'Pro')];
	const channel = new LocalContacts([withPlan('7', 'pro'), ...others], { match: 'partial' });
	channel.onRequest = () => {
		if (channel.requests.length === 3) {
			channel.contacts = [withPlan('7', 'PRO'), withPlan('8', 'pro'), withPlan('9', 'Pro')];
		}
	};

	await expect(findContact(channel, plan('pro'))).rejects.toMatchObject({
		reason: 'contactAmbiguous',
	});
});

it('findContact rejects a contact without an ID', async () => {
	const channel = new LocalContacts([]);
	const contacts = [{ custom_fields: { plan: 'pro' } }];
	channel.findContacts = async () =>
		await Promise.resolve({ contacts, bytes: 1_000, hasNext: false });
	await expect(findContact(channel, plan('pro'))).rejects.toMatchObject({
		details: { reason: 'contactWithoutId', outcome: 'notDone' },
	});
});
