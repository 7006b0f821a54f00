import { manualTrigger, sequentialWorkflow, type Workflow } from '../../support/n8n';
import { channelMessagingNode, runNode } from '../../support/fixtures/nodeWorkflow';
import { contact, contactOperation, sendText } from '../../support/fixtures/parameters';
import { testEnvironment, withCredentialData } from '../../support/fixtures/testEnvironment';

const phone = '+442079460001';

/** Returns the value of 'Custom Fields' with one field. */
const customFields = (name: string, value: string) => ({
	field: [{ name: contact(name, 'list'), value }],
});

async function createOrUpdate(firstName: string) {
	const parameters = contactOperation('upsert', {
		fieldName: contact('phone', 'list'),
		fieldValue: phone,
		customFields: customFields('firstName', firstName),
	});
	const { items } = await runNode({ parameters });
	return items[0]?.json['action'];
}

/** Reads a contact, and saves its phone number again. */
function resavingWorkflow(contactId: string): Workflow {
	const byId = { contactId: contact(contactId) };
	const get = channelMessagingNode(contactOperation('get', byId));
	const update = contactOperation('update', {
		...byId,
		customFields: customFields('phone', '={{ $json.custom_fields.phone }}'),
	});
	return sequentialWorkflow('Save a phone number again', [
		manualTrigger,
		{ ...get, name: 'Get' },
		channelMessagingNode(update),
	]);
}

/** Contacts whose phone numbers change between executions, and phone numbers that must not change. */
export function contacts(): void {
	test('Create or Update does not change a contact who has a different phone number now', async () => {
		const { service } = testEnvironment();
		expect(await createOrUpdate('Ana')).toBe('created');
		const [ana] = service.contacts.findByField('phone', phone);
		service.contacts.update(ana?.id ?? '', [{ name: 'phone', value: '+442079460002' }]);

		expect(await createOrUpdate('Bob')).toBe('created');

		expect(service.contacts.get(ana?.id ?? '')?.custom_fields).toMatchObject({ firstName: 'Ana' });
		expect(service.contacts.findByField('phone', phone)).toMatchObject([
			{ custom_fields: { firstName: 'Bob' } },
		]);
	});

	test('if searches have no stable order, Get Many returns all contacts or fails with the numbers of found and counted contacts', async () => {
		const { service } = testEnvironment();
		service.configure({ search: { order: 'unstable' } });
		const ids = Array.from({ length: 60 }, () =>
			service.contacts.create([{ name: 'city', value: 'Vigo' }]),
		);

		const { items } = await runNode({
			parameters: contactOperation('getAll', {
				fieldName: contact('city', 'name'),
				fieldValue: 'Vigo',
				returnAll: true,
			}),
			settings: { onError: 'continueRegularOutput' },
		});

		const [first] = items;
		if (first?.json['error'] === undefined) {
			expect(items.map(({ json }) => json['id']).sort()).toEqual([...ids].sort());
		} else expect(JSON.stringify(first.json['error'])).toMatch(/Found \d+ of 60 contacts/);
	});

	test.each([
		['DE', '442079460001'],
		['BR', '12015550123'],
	])(
		'Get and Update keep a number unchanged if the channel stores digits (default country %s, %s)',
		async (defaultCountry, digits) => {
			const { client, service } = testEnvironment();
			const contactId = service.contacts.create([{ name: 'phone', value: digits }]);
			const settings = { phoneNumberFormat: 'digits', defaultCountry };

			await withCredentialData(
				settings,
				async () => await client.runWorkflow(resavingWorkflow(contactId)),
			);

			const saved = service.requests.filter(({ method }) => method === 'PUT');
			expect(saved).toMatchObject([
				{ body: { custom_fields: [{ name: 'phone', value: digits }] } },
			]);
		},
	);

	test('if the channel stores digits, a national number with the same digits does not identify the contact', async () => {
		const { service } = testEnvironment();
		// Without a default country, the digits of this US number are a number in Egypt.
		service.contacts.create([{ name: 'phone', value: '2018712957' }]);
		const settings = { phoneNumberFormat: 'digits', defaultCountry: '' };

		const { execution } = await withCredentialData(
			settings,
			async () =>
				await runNode({
					parameters: sendText({ contactId: contact('(201) 871-2957', 'phone') }),
					items: [{ text: 'Hello' }],
				}),
		);

		expect(execution.status).toBe('error');
		expect(service.messages).toEqual([]);
	});
}
