import { contact, sendAndWait, sendText } from '../../support/fixtures/parameters';
import { useChannel } from '../engine/channel';

const channel = useChannel({ contacts: 3 });

const contactOf = (index: number) => {
	const contact = channel.service.contacts.all()[index];
	return { id: contact?.id ?? '', phone: contact?.custom_fields['phone'] ?? '' };
};
const options = { skipIfTagged: 'opted-out, human' };

async function send(contacts: object[], changes = {}, settings = {}) {
	return await channel.runNode({
		parameters: sendText({
			contactId: '={{ $json.contact }}',
			options: { ...options, ...changes },
		}),
		items: contacts.map((contact, index) => ({ contact, text: String(index) })),
		settings,
	});
}

describe('Skip If Tagged', () => {
	it('skips contacts with a tag in any case, and sends to the others', async () => {
		channel.service.contacts.addTags(contactOf(0).id, ['vip', 'Human']);
		channel.service.contacts.addTags(contactOf(1).id, ['humans']);

		const { items, hints, status } = await send([
			contact(contactOf(0).id),
			contact(contactOf(0).phone, 'phone'),
			contact(contactOf(1).id),
			contact(contactOf(2).phone, 'phone'),
		]);

		const skipped = {
			status: 'skipped',
			reason: 'contactTagged',
			message: "Skipped: The contact has the tag 'Human'",
			tag: 'Human',
			contactId: contactOf(0).id,
		};
		expect(status).toBe('success');
		expect(items.slice(0, 2).map(({ json }) => json)).toEqual([skipped, skipped]);
		expect([...channel.texts].sort()).toEqual(['2', '3']);
		expect(hints.at(-1)?.message).toBe("Sent 2, skipped 2 (tagged 'Human')");
	});

	it('reads the tags of a contact found by value from the search', async () => {
		await send([contact(contactOf(0).phone, 'phone')]);

		const paths = channel.service.requests.map(({ path }) => path.replace(/\?.*/, ''));
		expect(paths).toEqual([
			'/v1/contact/by_custom_field',
			`/v1/message/sendContent/${contactOf(0).id}`,
		]);
	});

	it('does not check a message again that an earlier attempt sent', async () => {
		channel.service.faults.add({
			match: { path: contactOf(1).id },
			fault: { kind: 'status', status: 403 },
		});
		const contacts = [contact(contactOf(0).id), contact(contactOf(1).id)];

		await send(contacts, {}, { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 });

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

	it('does not wait for the answer of a skipped contact', async () => {
		channel.service.contacts.addTags(contactOf(0).id, ['human']);

		const { items, status } = await channel.runNode({
			parameters: sendAndWait({ contactId: contact(contactOf(0).id), options }),
		});

		expect(status).toBe('success');
		expect(items[0]?.json).toMatchObject({ status: 'skipped', tag: 'human' });
		expect(channel.texts).toEqual([]);
	});
});
