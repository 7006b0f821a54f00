import { useChannel } from '../engine/channel';
import { contact, sendText } from '../../support/fixtures/parameters';

const channel = useChannel({ contacts: 3 });

const check = sendText({
	contactId: contact('={{ $json.phone }}', 'phone'),
	options: { checkWithoutSending: true, forceCancelSurvey: true },
});
const continued = { onError: 'continueRegularOutput' } as const;

/** A message for each of two contacts, as rows of a spreadsheet. */
const rows = () =>
	channel.service.contacts
		.all()
		.slice(0, 2)
		.map(({ custom_fields: { phone = '' } }, row) => ({ phone, text: `Hi ${String(row)}` }));
const nameOf = (index: number) => {
	const { firstName = '', lastName = '' } =
		channel.service.contacts.all()[index]?.custom_fields ?? {};
	return `${firstName} ${lastName}`;
};
const methods = () => channel.service.requests.map(({ method }) => method);

describe('Test Without Sending', () => {
	it('returns each message with its contact and sends no requests except searches', async () => {
		const { items, hints } = await channel.runNode({ parameters: check, items: rows() });

		expect(items).toEqual(
			[0, 1].map((item) => ({
				json: {
					status: 'ready',
					content: { type: 'text', text: `Hi ${String(item)}` },
					forceCancelSurvey: true,
					contactId: channel.service.contacts.all()[item]?.id,
					contactName: nameOf(item),
					matchOn: 'phone',
					matchValue: rows()[item]?.phone,
				},
				pairedItem: { item },
			})),
		);
		expect(methods()).toEqual(['GET', 'GET']);
		const preview = /^Would send 2 messages to 2 contacts in about \d+ s\.$/;
		expect(hints).toEqual(
			[
				// The estimate includes measured response times.
				{ message: expect.stringMatching(preview) as string },
				{ message: "Nothing was sent: 'Test Without Sending' is on" },
			].map((line) => ({ type: 'warning', location: 'outputPane', ...line })),
		);
	});

	it('reads each contact with an ID once', async () => {
		const id = channel.service.contacts.all()[2]?.id ?? '';
		const parameters = { ...check, contactId: contact('={{ $json.id }}') };
		const items = [id, id, '15550100001'].map((each) => ({ id: each, text: 'Hi' }));

		const { items: output } = await channel.runNode({ parameters, items, settings: continued });

		expect(output.map(({ json }) => json)).toMatchObject([
			{ status: 'ready', contactId: id, contactName: nameOf(2) },
			{ status: 'ready', contactId: id, contactName: nameOf(2) },
			{ error: { reason: 'contactNotFound' } },
		]);
		expect(methods()).toEqual(['GET', 'GET']);
	});

	const invalidRows = () => [
		...rows(),
		{ phone: '+442079460999', text: 'Hi' },
		{ phone: '+442079460998', text: '' },
	];

	it.each([true, false])(
		'sends nothing if an expression turns it on for some items only (for the first one: %s)',
		async (first) => {
			const parameters = { ...check, options: { checkWithoutSending: '={{ $json.isTest }}' } };
			const items = rows().map((row, index) => ({ ...row, isTest: (index === 0) === first }));

			const { error } = await channel.runNode({ parameters, items });

			expect(error?.message).toBe(
				`'Test Without Sending' is on for some items and off for others [item 1: ${items[1]?.phone ?? ''}]`,
			);
			expect(channel.service.messages).toEqual([]);
		},
	);

	it.each([
		['undefined', {}, 'has no value'],
		['null', { isTest: null }, 'has no value'],
		['an empty text', { isTest: '' }, 'is empty, neither true nor false'],
		['text', { isTest: 'true' }, "is 'true', neither true nor false"],
	])('sends nothing if an expression returns %s', async (_, unclear, problem) => {
		const parameters = { ...check, options: { checkWithoutSending: '={{ $json.isTest }}' } };
		const items = rows().map((row) => ({ ...row, ...unclear }));

		const stopped = await channel.runNode({ parameters, items: items.slice(0, 1) });
		const { items: output } = await channel.runNode({ parameters, items, settings: continued });

		expect(stopped.error?.message).toContain(`'Test Without Sending' ${problem}`);
		expect(output).toHaveLength(items.length);
		for (const { json } of output) {
			expect(json).toMatchObject({ error: { outcome: 'notDone' } });
		}
		expect(channel.service.requests).toEqual([]);
	});

	it('reports invalid items and missing contacts like an execution that sends', async () => {
		const { items } = await channel.runNode({
			parameters: check,
			items: invalidRows(),
			settings: continued,
		});

		expect(items.map(({ json }) => json)).toMatchObject([
			{ status: 'ready' },
			{ status: 'ready' },
			{ error: { reason: 'contactNotFound' } },
			{ error: { message: "'Text' is empty [item 3: +442079460998]" } },
		]);
		expect(channel.service.messages).toEqual([]);
	});

	it('lists invalid items and missing contacts in one error', async () => {
		const { error } = await channel.runNode({ parameters: check, items: invalidRows() });

		expect(error?.message).toBe("2 of 4 messages can't be sent");
		expect(error?.description).toContain("Item 2: No contact has the phone '+442079460999'.");
		expect(error?.description).toContain("Item 3 (+442079460998): 'Text' is empty.");
		expect(channel.service.messages).toEqual([]);
	});

	it('counts the messages that would not be sent, in one line', async () => {
		const [first, second] = rows();
		channel.service.contacts.addTags(channel.service.contacts.all()[1]?.id ?? '', ['human']);
		const items = [...invalidRows(), { ...first }, { ...first }, { ...second }];
		const options = { checkWithoutSending: true, skipIfTagged: 'human' };

		const { hints } = await channel.runNode({
			parameters: { ...check, options },
			items,
			settings: continued,
		});

		expect(hints[0]?.message).toBe(
			"Would send 3 messages to 1 contact in about 1 s. 1 contact not found, 2 skipped (tagged 'human'), 1 item can't be sent, 2 items repeat a contact",
		);
	});

	it('counts each contact of a campaign once', async () => {
		const [first, second] = rows();
		const options = { checkWithoutSending: true, campaign: 'Spring menu' };

		const { hints } = await channel.runNode({
			parameters: { ...check, options },
			items: [{ ...first }, { ...second }, { ...first }],
		});

		expect(hints[0]?.message).toBe(
			'Would send 2 messages to 2 contacts in about 1 s. 1 item repeats a contact',
		);
	});
});
