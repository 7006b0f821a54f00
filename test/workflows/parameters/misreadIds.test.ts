import { sendText } from '../../support/fixtures/parameters';
import { useChannel } from '../engine/channel';

const channel = useChannel({ acceptUnknownContacts: true });

const byId = sendText({
	text: 'Hi',
	contactId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
});

it.each([
	['+34 (600) 000-001', 'a phone number', 'Phone'],
	['+34.600.000.001', 'a phone number', 'Phone'],
	['ana@example.com', 'an email address', 'Email'],
])('By ID rejects %s without a request, and suggests the right mode', async (id, kind, mode) => {
	const { error } = await channel.runNode({ parameters: byId, items: [{ id: '7' }, { id }] });

	expect(error?.message).toBe(`'Contact' is '${id}', which looks like ${kind} [item 1]`);
	expect(error?.description).toContain(`Choose '${mode}' as the mode of 'Contact'`);
	expect(channel.service.requests).toEqual([]);
});

it.each(['cus_1000457', '34600000001', '+ab12', 'ana@example', '@ana', 'ana +34 600', '+', '(1)'])(
	'By ID sends %s unchanged',
	async (id) => {
		const { error } = await channel.runNode({ parameters: byId, items: [{ id }] });

		expect(error).toBeUndefined();
		expect(channel.service.messages).toMatchObject([{ contactId: id }]);
	},
);

it('By ID suggests the mode Phone if the service does not find a long number', async () => {
	channel.service.configure({ acceptUnknownContacts: false });

	const { error } = await channel.runNode({ parameters: byId, items: [{ id: '34600000001' }] });

	expect(error?.message).toBe('Contact not found [item 0]');
	expect(error?.description).toContain("If it is a phone number, choose 'Phone' as the mode");
	expect(error?.description).not.toContain('Create or Update');
});

it.each(['+34600000001', 'ana@example.com'])(
	'By ID sends %s unchanged on a Viber channel, whose IDs have no known format',
	async (id) => {
		const { error } = await channel.runNode(
			{ parameters: byId, items: [{ id }] },
			{ channelType: 'viber' },
		);

		expect(error).toBeUndefined();
		expect(channel.service.messages).toHaveLength(1);
	},
);
