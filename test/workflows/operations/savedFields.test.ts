import { contactOperation } from '../../support/fixtures/parameters';
import { useChannel } from '../engine/channel';

const channel = useChannel({ contacts: 0 });

const phone = '+15550100001';
const rows = (fields: Readonly<Record<string, string>>) => ({
	field: Object.entries(fields).map(([name, value]) => ({ name, value })),
});

async function outputOf(operation: string, parameters: object) {
	const { items } = await channel.runNode({
		parameters: contactOperation(operation, { ...parameters }),
	});
	return items[0]?.json;
}

/** Saves fields for the phone number. */
const upsert = async (fields: Readonly<Record<string, string>>) =>
	await outputOf('upsert', {
		fieldName: 'phone',
		fieldValue: phone,
		customFields: rows(fields),
		options: { skipUnchanged: true },
	});

it('Create outputs the names of the saved fields', async () => {
	const customFields = rows({ phone, city: 'Lugo' });

	expect(await outputOf('create', { customFields })).toMatchObject({
		savedFields: ['phone', 'city'],
	});
});

it('Create or Update outputs the names of the saved fields of a new contact', async () => {
	expect(await upsert({ city: 'Lugo' })).toMatchObject({
		action: 'created',
		savedFields: ['phone', 'city'],
	});
});

it('Create or Update outputs the names of the saved fields of an existing contact', async () => {
	const contact = { id: '7', custom_fields: { phone, city: 'Vigo' }, tags: [], created_at: 1 };
	channel.service.contacts.add(contact);

	expect(await upsert({ city: 'Vigo' })).toMatchObject({ action: 'unchanged', savedFields: [] });
	expect(await upsert({ city: 'Lugo', email: 'ana@mail.example' })).toMatchObject({
		action: 'updated',
		savedFields: ['city', 'email'],
	});
});
