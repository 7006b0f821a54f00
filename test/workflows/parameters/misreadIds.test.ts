import { contact, sendText } from '../../support/fixtures/parameters';
import { useChannel } from '../engine/channel';

const channel = useChannel({ acceptUnknownContacts: true });

/** Sends a message to a phone number in the mode By ID. */
const sendTo = async (phone: string, credentialChanges = {}) =>
	await channel.runNode(
		{ parameters: sendText({ contactId: contact(phone), text: 'Hi' }) },
		credentialChanges,
	);

it.each([
	['phone', '+34600000001', 'a phone number'],
	['email', 'ana@mail.example', 'an email address'],
])('By ID finds the contact with a %s, with a hint', async (name, value, searchedAs) => {
	const contactId = channel.service.contacts.create([{ name, value }]);

	const { items, hints } = await sendTo(value);

	expect(items[0]?.json['contactId']).toBe(contactId);
	expect(hints.map(({ message }) => message)).toEqual([
		`'${value}' can't be an ID, and was searched as ${searchedAs}. To look contacts up by such values, choose 'Phone' or 'Email' as the mode of 'Contact'.`,
		'Sent 1',
	]);
});

it('By ID sends a phone number unchanged on a Viber channel, whose IDs have no known format', async () => {
	const { error } = await sendTo('+34600000001', { channelType: 'viber' });

	expect(error).toBeUndefined();
	expect(channel.service.messages).toHaveLength(1);
});

it('By ID suggests Phone if no contact has a long number as its ID', async () => {
	channel.service.configure({ acceptUnknownContacts: false });

	const { error } = await sendTo('34600000001');

	expect(error?.message).toBe('Contact not found [item 0]');
	expect(error?.description).toContain("If it is a phone number, choose 'Phone' as the mode");
	expect(error?.description).not.toContain('Create or Update');
});
