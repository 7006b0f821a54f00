import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { contactOperation, sendText } from '../../support/fixtures/parameters';
import { useChannel } from '../engine/channel';

const channel = useChannel();
const ofSpain = { defaultCountry: 'ES' };
const number = '+34600000123';

const toPhone = sendText({
	contactId: { __rl: true, mode: 'phone', value: '={{ $json.phone }}' },
	text: 'Hi',
});
const saving = (changes: INodeParameters = {}) =>
	contactOperation('upsert', {
		fieldName: 'phone',
		fieldValue: '={{ $json.phone }}',
		...changes,
	});

const withPhone = (phone: string) => channel.service.contacts.findByField('phone', phone);
const searched = () =>
	channel.service.requests
		.map(({ path }) => new URL(path, 'https://channel.example.com'))
		.filter(({ pathname }) => pathname === '/v1/contact/by_custom_field')
		.map(({ searchParams }) => searchParams.get('value'));
const items = (...phones: string[]): IDataObject[] => phones.map((phone) => ({ phone }));
const hintTexts = (hints: ReadonlyArray<{ message: string }>) =>
	hints
		.map(({ message }) => message)
		.filter((message) => !/^(Saved|Sent|Updated|Created)/.test(message));

function storeContact(phone: string): string {
	return channel.service.contacts.create([{ name: 'phone', value: phone }]);
}

const otherFormat = (spelling: string) =>
	`The channel stores the phone number '${spelling}' in another format than the credential's 'Phone Number Format'. To avoid additional searches, choose the channel's format.`;

it.each([
	['+34600000001', 'e164', number],
	['34600000001', 'digits', '34600000123'],
])(
	'a phone number is saved once, in the format %s of the channel',
	async (_, phoneNumberFormat, saved) => {
		const { items: output, hints } = await channel.runNode(
			{ parameters: saving(), items: items('0600 000-123', '+34 600 000 123', '34600000123') },
			{ ...ofSpain, phoneNumberFormat },
		);

		expect(output.map(({ json }) => json.action)).toEqual(['created', 'unchanged', 'unchanged']);
		expect(withPhone(saved)).toHaveLength(1);
		expect(hintTexts(hints)).toEqual([]);
	},
);

it('a contact with another spelling receives the message, with a hint', async () => {
	const contactId = storeContact('0034 600 000 123');
	const run = await channel.runNode({ parameters: toPhone, items: items('0034 600 000 123') });

	expect(run.items[0]?.json).toMatchObject({ contactId });
	expect(searched()).toEqual(['+34600000123', '34600000123', '0034 600 000 123']);
	expect(hintTexts(run.hints)).toEqual([otherFormat('0034 600 000 123')]);
});

it('a contact with another spelling is updated rather than created a second time', async () => {
	const id = storeContact('34600000123');
	const run = await channel.runNode({ parameters: saving(), items: items('+34 600 000 123') });

	expect(run.items[0]?.json).toMatchObject({ id, action: 'unchanged' });
	expect(hintTexts(run.hints)).toEqual([otherFormat('34600000123')]);
});

it('the error for an unknown number lists the searched spellings', async () => {
	const run = await channel.runNode({ parameters: toPhone, items: items('+34 600 000 123') });

	expect(run.error?.message).toBe("No contact has the phone '+34600000123' [item 0]");
	expect(run.error?.description).toContain("Also searched: '34600000123', '+34 600 000 123'.");
	expect(searched()).toEqual(['+34600000123', '34600000123', '+34 600 000 123']);
});
