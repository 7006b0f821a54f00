import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { contact, contactOperation, sendText } from '../../support/fixtures/parameters';
import { useChannel } from '../engine/channel';

const channel = useChannel({ contacts: 0 });

const phone = '+15550100001';
const mapped = { mappingMode: 'autoMapInputData' };
const row = (name: string, value: string) => ({
	name: { __rl: true, mode: 'name', value: name },
	value,
});
const upsert = (changes: INodeParameters) =>
	contactOperation('upsert', { fieldName: 'phone', fieldValue: phone, ...changes });

function create(fields: Readonly<Record<string, string>>): string {
	return channel.service.contacts.create(
		Object.entries(fields).map(([name, value]) => ({ name, value })),
	);
}

/** Returns the custom fields of the only contact with the phone number. */
function saved(): IDataObject {
	const found = channel.service.contacts.findByField('phone', phone);
	expect(found).toHaveLength(1);
	return { ...found[0]?.custom_fields };
}

describe('A custom field name', () => {
	it.each<[string, INodeParameters, IDataObject]>([
		[
			'a row',
			{ customFields: { field: [row('\uFEFFphone', phone), row(' city\u200B', 'Lugo')] } },
			{},
		],
		[
			'JSON',
			{ mappingMode: 'json', customFieldsJson: { '\uFEFFphone': phone, 'city\u00A0': 'Lugo' } },
			{},
		],
		[
			'a list in JSON',
			{
				mappingMode: 'json',
				customFieldsJson: [
					{ name: '\uFEFFphone', value: phone },
					{ name: '\tcity', value: 'Lugo' },
				],
			},
			{},
		],
		['Map Automatically', mapped, { '\uFEFFphone': phone, 'city ': 'Lugo' }],
		[
			'selected fields of Map Automatically',
			{ ...mapped, inputFields: 'selected', inputFieldNames: 'phone, \u200Bcity' },
			{ '\uFEFFphone': phone, 'city ': 'Lugo', other: 'x' },
		],
		[
			'excluded fields of Map Automatically',
			{ ...mapped, inputFields: 'except', inputFieldNames: '\u200Bother' },
			{ '\uFEFFphone': phone, 'city ': 'Lugo', ' other': 'x', '\uFEFFrow_number': 2 },
		],
	])('is saved without invisible characters: in %s', async (_, parameters, item) => {
		const { error, hints } = await channel.runNode({
			parameters: contactOperation('create', parameters),
			items: [item],
		});

		expect(error).toBeUndefined();
		expect(saved()).toEqual({ phone, city: 'Lugo' });
		expect(hints.map(({ message }) => message)).toContainEqual(
			expect.stringMatching(/'\w+' \(and 1 more\) was entered with invisible characters/),
		);
	});

	it.each<[string, INodeParameters]>([
		['Match On', upsert({ fieldName: { __rl: true, mode: 'name', value: '\uFEFFphone' } })],
		[
			'Contact',
			sendText({ contactId: contact(`\uFEFFphone =${phone}`, 'customField'), text: 'Hi' }),
		],
	])('is searched for without invisible characters: in %s', async (_, parameters) => {
		create({ phone });

		const { error, hints } = await channel.runNode({ parameters });

		expect(error).toBeUndefined();
		expect(saved()).toEqual({ phone });
		expect(hints.map(({ message }) => message)).toContainEqual(
			expect.stringContaining("'phone' was entered with invisible characters"),
		);
	});
});

describe('Map Automatically', () => {
	const similar = { Phone: phone, 'First name': 'Ana', CITY: 'Lugo', 'Shirt Size': 'M' };

	it('saves fields to the documented names that differ only in case and separators', async () => {
		const { items, hints } = await channel.runNode({
			parameters: contactOperation('create', mapped),
			items: [{ ...similar, Phone: '+1 555 010 0001' }],
		});

		expect(saved()).toEqual({ phone, firstName: 'Ana', CITY: 'Lugo', 'Shirt Size': 'M' });
		expect(items).toMatchObject([
			{ json: { savedFields: ['phone', 'firstName', 'CITY', 'Shirt Size'] } },
		]);
		expect(hints.map(({ message }) => message)).toContain(
			"The input field 'Phone' (and 1 more) was saved as the custom field 'phone'.",
		);
	});

	it.each<[string, INodeParameters]>([
		['Create or Update', upsert(mapped)],
		['Update', contactOperation('update', { contactId: contact(phone, 'phone'), ...mapped })],
	])('%s saves fields to names of the found contact', async (_, parameters) => {
		create({ phone, city: 'Vigo', shirt_size: 'S', 'First name': 'Anna' });

		const { error, hints } = await channel.runNode({ parameters, items: [similar] });

		expect(error).toBeUndefined();
		expect(saved()).toEqual({ phone, 'First name': 'Ana', city: 'Lugo', shirt_size: 'M' });
		expect(hints.map(({ message }) => message)).toContainEqual(
			expect.stringMatching(/^The input field '.*' \(and \d more\) was saved as/),
		);
	});

	it('saves a field under exactly the name that Create or Update matches on', async () => {
		create({ Phone: phone });

		await channel.runNode({
			parameters: upsert({ ...mapped, fieldName: { __rl: true, mode: 'name', value: 'Phone' } }),
			items: [{ Phone: phone, city: 'Lugo' }],
		});

		expect(channel.service.contacts.all().map(({ custom_fields: fields }) => fields)).toEqual([
			{ Phone: phone, city: 'Lugo' },
		]);
	});

	it('rejects two fields for one custom field', async () => {
		const { error } = await channel.runNode({
			parameters: contactOperation('create', mapped),
			items: [{ Phone: phone, PHONE: '+15550100002' }],
		});

		expect(error?.message).toContain("'Mapping Mode' maps the name 'phone' more than once [item 0");
		expect(channel.service.requests).toEqual([]);
	});
});
