import { contact, retryOnFail, sendText } from '../../support/fixtures/parameters';
import { useChannel } from '../engine/channel';

const channel = useChannel({ contacts: 5, acceptUnknownContacts: true });

const phoneOf = (index: number) =>
	channel.service.contacts.all()[index]?.custom_fields['phone'] ?? '';
const nameOf = (index: number) => {
	const { firstName = '', lastName = '' } =
		channel.service.contacts.all()[index]?.custom_fields ?? {};
	return `${firstName} ${lastName}`;
};
const toPhone = contact('={{ $json.phone }}', 'phone');
const text = '=Hello {{ $json.name }}, your table is booked.';

describe.each([
	['an execution that sends', {}, 'got'],
	['a test', { checkWithoutSending: true }, 'would get'],
])('the hints of %s', (_title, options, verb) => {
	it('list contacts that appear in several items, and expressions that returned nothing', async () => {
		const items = [0, 1, 0, 1, 0].map((index) => ({ phone: phoneOf(index), name: '' }));

		const { hints } = await channel.runNode({
			parameters: sendText({ contactId: toPhone, text, options }),
			items,
		});

		expect(hints).toHaveLength(Object.keys(options).length === 0 ? 3 : 4);
		expect(hints.map(({ message }) => message).slice(-2)).toEqual([
			`2 contacts ${verb} messages from several items: ${nameOf(0)} (items 0, 2 and 1 more), ${nameOf(1)} (items 1 and 3). The first item is 0.`,
			"In 5 items, an expression returned nothing, such as {{ $json.name }} in item 0 (the first item is 0). Check the field's name and the data.",
		]);
		expect(hints.every(({ type }) => type === 'warning')).toBe(true);
	});
});

it.each<[title: string, text: string]>([
	['an expression with an intended empty text', "=Hello{{ $json.name ? ' ' + $json.name : '' }}"],
	['a text of another message type', 'Hello'],
])('no warning about an empty expression appears for %s', async (_title, sent) => {
	const { hints } = await channel.runNode({
		parameters: sendText({ text: sent, title: '=Hello {{ $json.name }}, are you coming?' }),
		items: [{ contactId: '1' }],
	});

	expect(hints.map(({ message }) => message)).toEqual(['Sent 1 message to 1 contact']);
});

it.each([
	['the name in the item', { contactId: 'x', name: ' Ana\n\u202ESouto ' }, 'Ana Souto'],
	['first and last name', { contactId: 'x', 'First Name': 'Ana', last_name: 'Souto' }, 'Ana Souto'],
	['the phone number', { contactId: 'x', phone: '+44 20 7946 0001' }, '+44 20 7946 0001'],
	['a shortened name', { contactId: 'x', name: 'A'.repeat(200) }, `${'A'.repeat(100)}…`],
])('an error shows who the item is for: %s', async (_title, item, person) => {
	channel.service.faults.add({
		match: { contactId: 'x' },
		fault: { kind: 'status', status: 403, message: 'Blocked' },
	});

	const { error } = await channel.runNode({ parameters: sendText({ text: 'Hi' }), items: [item] });

	expect(error?.message).toBe(`Blocked [item 0: ${person}]`);
});

it('an error message contains the name of the contact that was found', async () => {
	const { id = '' } = channel.service.contacts.all()[3] ?? {};
	const fault = { kind: 'status', status: 403, message: 'Blocked' } as const;
	channel.service.faults.add({ match: { contactId: id, path: 'sendContent' }, fault });

	const { errorItems } = await channel.runNode({
		parameters: sendText({ contactId: toPhone, text: 'Hi' }),
		items: [{ phone: phoneOf(3) }],
		settings: { onError: 'continueErrorOutput' },
	});

	expect(errorItems[0]?.json).toMatchObject({
		error: { message: `Blocked [item 0: ${nameOf(3)}]` },
	});
});

it("a later attempt that sends nothing repeats an unknown outcome with the contact's name", async () => {
	const { id = '' } = channel.service.contacts.all()[3] ?? {};
	const { faults } = channel.service;
	faults.add({
		match: { contactId: id, path: 'sendContent' },
		fault: { kind: 'connectionLost', when: 'afterEffect' },
	});
	// Tags are read in each attempt.
	faults.add({
		match: { contactId: id, path: '/v1/contact/', nth: 2 },
		fault: { kind: 'status', status: 403 },
	});

	const { error } = await channel.runNode({
		parameters: sendText({
			contactId: { ...contact(id, 'list'), cachedResultName: `Ana Souto – ${id}` },
			text: 'Hi',
			options: { skipIfTagged: 'human' },
		}),
		settings: { ...retryOnFail, maxTries: 2 },
	});

	expect(error?.message).toContain('[item 0: Ana Souto]');
	expect(channel.texts).toHaveLength(1);
});
