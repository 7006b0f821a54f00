import type { INodeParameters } from 'n8n-workflow';

import {
	contact,
	contactOperation,
	retryOnFail,
	sendAndWait,
	sendText,
} from '../../support/fixtures/parameters';
import { useChannel } from '../engine/channel';
import type { NodeInput } from '../engine/runNode';
import { stopClock } from '../engine/stoppedClock';

const channel = useChannel({ contacts: 3 });

afterEach(() => {
	jest.restoreAllMocks();
});

const contactOf = (index: number) => {
	const contact = channel.service.contacts.all()[index];
	const { firstName = '', lastName = '', phone = '' } = contact?.custom_fields ?? {};
	return { id: contact?.id ?? '', phone, name: `${firstName} ${lastName}` };
};

/** Sends each contact a message with the contact's position. */
async function send(
	contacts: INodeParameters[],
	options: INodeParameters,
	settings: NodeInput['settings'] = {},
) {
	return await channel.runNode({
		parameters: sendText({ contactId: '={{ $json.contact }}', options }),
		items: contacts.map((value, index) => ({ contact: value, text: String(index) })),
		settings,
	});
}

describe('If Contact Not Found: Skip', () => {
	const options = { ifContactNotFound: 'skip' };

	it.each(['stopWorkflow', 'continueErrorOutput'] as const)(
		'returns a skipped item and sends the others (On Error: %s)',
		async (onError) => {
			const skipped = { status: 'skipped', reason: 'contactNotFound' };
			const contacts = [
				contact('+442079460999', 'phone'),
				contact(contactOf(0).id),
				contact('nobody'),
			];

			const result = await send([...contacts, contact(contactOf(1).phone, 'phone')], options, {
				onError,
			});

			expect(result).toMatchObject({ status: 'success', error: undefined, errorItems: [] });
			expect(result.items).toEqual(
				[
					{
						...skipped,
						message: "Skipped: No contact has the phone '+442079460999'",
						matchOn: 'phone',
						matchValue: '+442079460999',
					},
					expect.objectContaining({ status: 'Success' }) as object,
					{ ...skipped, message: "Skipped: Contact not found: 'nobody'", contactId: 'nobody' },
					expect.objectContaining({ contactId: contactOf(1).id }) as object,
				].map((json, item) => ({ json, pairedItem: { item } })),
			);
			expect([...channel.texts].sort()).toEqual(['1', '3']);
		},
	);

	it('also applies to items without a contact, but not to other invalid values', async () => {
		const { items } = await send([contact('', 'phone'), contact(contactOf(0).id)], options);
		expect(items).toMatchObject([
			{ json: { status: 'skipped', reason: 'contactMissing' } },
			{ json: { status: 'Success' } },
		]);
		expect(items[0]?.json['message']).toContain('is empty');

		const { error } = await send([contact('city', 'customField')], options);
		expect(error?.message).toContain('must be the name of a custom field and its value');
	});

	it('does not skip other rejections, or count skipped items as sent', async () => {
		const fault = { kind: 'status', status: 403, message: 'Blocked' } as const;
		channel.service.faults.add({ match: { contactId: contactOf(0).id }, fault });

		const { error } = await send([contact('nobody'), contact(contactOf(0).id)], options);

		expect(error?.message).toBe('Blocked [item 1]');
		expect(error?.description).toContain('Nothing was sent.');
	});
});

describe('Skip If Tagged', () => {
	const options = { skipIfTagged: 'opted-out, human' };

	it('skips contacts with a tag in any case and sends to the others', async () => {
		stopClock();
		channel.service.contacts.addTags(contactOf(0).id, ['vip', 'Human']);
		channel.service.contacts.addTags(contactOf(1).id, ['humans']);

		const contacts = [
			contact(contactOf(0).id),
			contact(contactOf(0).phone, 'phone'),
			contact(contactOf(1).id),
			contact(contactOf(2).phone, 'phone'),
		];
		const { items, hints, status } = await send(contacts, options);

		const skipped = {
			status: 'skipped',
			reason: 'contactTagged',
			message: "Skipped: The contact has the tag 'Human'",
			tag: 'Human',
			contactId: contactOf(0).id,
		};
		expect(status).toBe('success');
		const { name, phone } = contactOf(0);
		expect(items.slice(0, 2).map(({ json }) => json)).toEqual([
			skipped,
			{ ...skipped, contactName: name, matchOn: 'phone', matchValue: phone },
		]);
		expect([...channel.texts].sort()).toEqual(['2', '3']);
		expect(hints[0]?.message).toBe("Sent 2 messages to 2 contacts, skipped 2 (tagged 'Human')");
	});

	it.each([
		['\u0130ptal', 'iptal'],
		['Dado de baja\u0301', 'dado de baj\u00E1'],
		['opted\u200B-out', 'Opted-Out'],
		['no\u00A0more', 'No  more'],
		['Opted out', 'opted-out'],
		['opted_out.', 'opted\u2013out'],
		['(#opted-out)', 'opted-out'],
		['optedout', 'opted-out'],
		['¡STOP!', 'stop'],
	])('skips a contact with the tag %s for the tag %s', async (tag, skipIfTagged) => {
		channel.service.contacts.addTags(contactOf(0).id, [tag]);

		const { items } = await send([contact(contactOf(0).id)], { skipIfTagged });

		expect(items[0]?.json).toMatchObject({ reason: 'contactTagged', tag });
		expect(channel.texts).toEqual([]);
	});

	it('reads the tags of a contact found by value from the search', async () => {
		await send([contact(contactOf(0).phone, 'phone')], options);

		const paths = channel.service.requests.map(({ path }) => path.replace(/\?.*/, ''));
		expect(paths).toEqual([
			'/v1/contact/by_custom_field',
			`/v1/message/sendContent/${contactOf(0).id}`,
		]);
	});

	it('reads the contact by ID if the search takes two minutes, instead of searching again', async () => {
		const clock = stopClock();
		let slowSearches = 2;
		const { id, phone } = contactOf(0);
		await channel.runNode({
			parameters: sendText({ contactId: contact(phone, 'phone'), text: 'Hi', options }),
			beforeRequest: (request) => {
				if (request.url.includes('/by_custom_field') && slowSearches > 0) {
					slowSearches -= 1;
					clock.advance(120_000);
				}
				return request;
			},
		});

		const paths = channel.service.requests.map(({ path }) => path.replace(/\?.*/, ''));
		expect(paths).toEqual([
			...Array<string>(2).fill('/v1/contact/by_custom_field'),
			`/v1/contact/${id}`,
			`/v1/message/sendContent/${id}`,
		]);
	});

	it('does not recheck a message that an earlier attempt sent', async () => {
		channel.service.faults.add({
			match: { path: contactOf(1).id },
			fault: { kind: 'status', status: 403 },
		});
		const contacts = [contact(contactOf(0).id), contact(contactOf(1).id)];

		await send(contacts, options, retryOnFail);

		const checks = channel.service.requests.filter(({ method }) => method === 'GET');
		expect(checks.map(({ path }) => path)).toEqual(
			[0, 1, 1].map((index) => `/v1/contact/${contactOf(index).id}`),
		);
		expect(channel.texts).toEqual(['0', '1']);
	});

	it('rejects an option without a tag before anything is sent', async () => {
		const { error } = await send([contact(contactOf(0).id)], { skipIfTagged: '' });

		expect(error?.message).toBe("'Skip If Tagged' has no value [item 0]");
		expect(channel.service.requests).toEqual([]);
	});

	it('does not wait for an answer from a skipped contact', async () => {
		channel.service.contacts.addTags(contactOf(0).id, ['human']);

		const { items, status } = await channel.runNode({
			parameters: sendAndWait({ contactId: contact(contactOf(0).id), options }),
		});

		expect(status).toBe('success');
		expect(items[0]?.json).toMatchObject({ status: 'skipped', tag: 'human' });
		expect(channel.texts).toEqual([]);
	});
});

describe('Never Message Contacts Tagged', () => {
	const credential = { neverMessageTagged: 'blocked, Opted-out, ' };

	it.each<[string, INodeParameters]>([
		['Send', sendText({ contactId: '={{ $json.contact }}', text: 'Hi' })],
		[
			'Send, in addition to Skip If Tagged',
			sendText({ contactId: '={{ $json.contact }}', text: 'Hi', options: { skipIfTagged: 'vip' } }),
		],
		['Send and Wait for Response', sendAndWait({ contactId: '={{ $json.contact }}' })],
	])('prevents every message from %s', async (_, parameters) => {
		const { id, phone } = contactOf(0);
		channel.service.contacts.addTags(id, ['opted\u200B-OUT', 'vip']);

		for (const item of [contact(id), contact(phone, 'phone')]) {
			const { items } = await channel.runNode(
				{ parameters, items: [{ contact: item }] },
				credential,
			);

			expect(items[0]?.json).toMatchObject({
				status: 'skipped',
				reason: 'optedOut',
				tag: 'opted\u200B-OUT',
				contactId: id,
			});
		}
		expect(channel.service.messages).toEqual([]);
	});

	it('prevents a message if only a later item of the contact has a tag to skip, which searches still lack', async () => {
		const { service } = channel;
		const { id, phone } = contactOf(0);
		service.configure({ search: { lagMs: 60_000, lagging: 'content' } });
		service.contacts.addTags(id, ['vip'], Date.now() - 2 * 60_000);
		await channel.runNode({
			parameters: contactOperation('addTags', {
				contactId: contact(id),
				tags: { tag: [{ name: 'opted-out' }] },
			}),
		});

		const { items } = await channel.runNode(
			{
				parameters: sendText({ contactId: contact(phone, 'phone') }),
				items: [
					{ text: '0', tag: '' },
					{ text: '1', tag: 'opted-out' },
				],
			},
			{ neverMessageTagged: '={{ $json.tag }}' },
		);

		expect(items.map(({ json }) => json['status'])).toEqual(['Success', 'skipped']);
		expect(channel.texts).toEqual(['0']);
	});

	it('sends to other contacts and counts who opted out', async () => {
		channel.service.contacts.addTags(contactOf(0).id, ['blocked']);

		const { hints } = await channel.runNode(
			{
				parameters: sendText(),
				items: [0, 1].map((index) => ({ contactId: contactOf(index).id, text: String(index) })),
			},
			credential,
		);

		expect(channel.texts).toEqual(['1']);
		expect(hints[0]?.message).toBe(
			"Sent 1 message to 1 contact, skipped 1 (opted out with 'blocked')",
		);
	});

	it('does not prevent changes to contacts', async () => {
		const { id } = contactOf(0);
		channel.service.contacts.addTags(id, ['blocked']);
		const parameters = contactOperation('removeTags', {
			contactId: contact(id),
			tags: { tag: [{ name: 'blocked' }] },
		});

		const { error } = await channel.runNode({ parameters }, credential);

		expect(error).toBeUndefined();
		expect(channel.service.contacts.all()[0]?.tags).not.toContain('blocked');
	});

	it.each([
		['null', null as never],
		['an expression without a result', '={{ $json.missing }}'],
	])('is rejected if it is %s, because a tag could be missing', async (_, neverMessageTagged) => {
		const { error } = await channel.runNode(
			{ parameters: sendText(), items: [{ contactId: contactOf(0).id, text: 'Hi' }] },
			{ neverMessageTagged },
		);

		expect(error?.message).toContain("The credential's 'Never Message Contacts Tagged'");
		expect(channel.service.requests).toEqual([]);
	});
});
