import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { useChannel } from './engine/channel';
import { contactOperation } from './engine/parameters';
import { runNode } from './engine/runNode';

const channel = useChannel();

beforeEach(() => {
	channel.service.contacts.add({ id: '1', custom_fields: {}, tags: [], created_at: 1 });
});

async function run(
	operation: string,
	parameters: INodeParameters,
	items: IDataObject[] = [{}],
	asTool = false,
) {
	return await runNode({
		credential: channel.credential(),
		parameters: contactOperation(operation, { contactId: '1', ...parameters }),
		items,
		asTool,
	});
}

/** What the service received as values of custom fields, call by call. */
const received = () => channel.service.calls.map(({ body }) => body);
const body = (...custom_fields: Array<{ name: string; value: string }>) => ({ custom_fields });

const phone = { name: 'phone', value: '+34600000001' };
const email = { name: 'email', value: 'ana@example.com' };
const item = { phone: phone.value, email: email.value };
const locator = (mode: string, value: string) => ({ __rl: true, mode, value });

describe.each(['create', 'update'])('the custom fields of %s', (operation) => {
	it.each<[string, INodeParameters]>([
		[
			'rows with names as text, as they were saved before there was a list of names',
			{
				customFields: {
					field: [
						{ name: 'phone', value: '={{ $json.phone }}' },
						{ name: "={{ 'email' }}", value: '={{ $json.email }}' },
					],
				},
			},
		],
		[
			'rows with a name from the list and a typed one',
			{
				mappingMode: 'defineBelow',
				customFields: {
					field: [
						{ name: locator('list', 'phone'), value: '={{ $json.phone }}' },
						{ name: locator('name', "={{ 'email' }}"), value: '={{ $json.email }}' },
					],
				},
			},
		],
		[
			'an expression that gives an object',
			{ mappingMode: 'json', customFieldsJson: '={{ $json }}' },
		],
		[
			'an expression that makes an object',
			{
				mappingMode: 'json',
				customFieldsJson: '={{ { phone: $json.phone, email: $json.email } }}',
			},
		],
		[
			'an expression that gives a list',
			{
				mappingMode: 'json',
				customFieldsJson: '={{ Object.entries($json).map(([name, value]) => ({ name, value })) }}',
			},
		],
		[
			'JSON text with expressions inside',
			{
				mappingMode: 'json',
				customFieldsJson: '={ "phone": "{{ $json.phone }}", "email": "{{ $json.email }}" }',
			},
		],
		['the fields of the input item', { mappingMode: 'autoMapInputData' }],
		[
			'the fields of the input item that an expression names',
			{
				mappingMode: 'autoMapInputData',
				options: { fieldsToInclude: "={{ ['phone', 'email'] }}" },
			},
		],
	])('come from %s', async (_, parameters) => {
		const { error } = await run(operation, parameters, [item]);

		expect(error).toBeUndefined();
		expect(received()).toEqual([body(phone, email)]);
	});

	it('are those of each item, mapped automatically', async () => {
		const items = [{ phone: '1' }, { email: '2' }, { age: 3, vip: false }];

		const { error } = await run(operation, { mappingMode: 'autoMapInputData' }, items);

		expect(error).toBeUndefined();
		expect(received()).toHaveLength(3);
		expect(received()).toEqual(
			expect.arrayContaining([
				body({ name: 'phone', value: '1' }),
				body({ name: 'email', value: '2' }),
				body({ name: 'age', value: '3' }, { name: 'vip', value: 'false' }),
			]),
		);
	});

	it('may have names that every object has', async () => {
		const customFieldsJson = '{"__proto__": "a", "constructor": "b"}';

		const { error } = await run(operation, { mappingMode: 'json', customFieldsJson });

		expect(error).toBeUndefined();
		expect(received()).toEqual([
			body({ name: '__proto__', value: 'a' }, { name: 'constructor', value: 'b' }),
		]);
	});

	it.each<[string, INodeParameters, IDataObject, string]>([
		[
			'a nested object',
			{ mappingMode: 'autoMapInputData' },
			{ phone: '1', address: { city: 'Lugo' } },
			"'address' of the input item, which 'Mapping Mode' maps, is an object, but must be text",
		],
		[
			'a missing value',
			{ mappingMode: 'autoMapInputData' },
			{ phone: null },
			"'phone' of the input item, which 'Mapping Mode' maps, has no value",
		],
		[
			'a name that comes twice',
			{
				customFields: {
					field: [
						{ name: 'phone', value: '1' },
						{ name: '={{ "phone" }}', value: '2' },
					],
				},
			},
			{},
			"'Custom Fields' has the name 'phone' more than once",
		],
		[
			'a name that JSON has twice',
			{ mappingMode: 'json', customFieldsJson: '{"phone": "1", "phone": "2"}' },
			{},
			"'Custom Fields as JSON' has the name 'phone' more than once",
		],
	])('never leave with %s', async (_, parameters, given, message) => {
		const { error } = await run(operation, parameters, [given]);

		expect(error?.message).toBe(`${message} [item 0]`);
		expect(error?.description).toBeTruthy();
		expect(channel.service.calls).toEqual([]);
	});

	it('that are empty clear the field, or are left out when the option says so', async () => {
		const parameters = { mappingMode: 'autoMapInputData' };
		const given = { phone: '', firstName: 'Ana' };

		await run(operation, parameters, [given]);
		await run(operation, { ...parameters, options: { ignoreEmptyValues: true } }, [
			{ ...given, email: null },
		]);

		const firstName = { name: 'firstName', value: 'Ana' };
		expect(received()).toEqual([body({ name: 'phone', value: '' }, firstName), body(firstName)]);
	});

	it('come from a model in each mode', async () => {
		const fromModel = (key: string, type: string) => `={{ $fromAI('${key}', 'Given', '${type}') }}`;

		await run(
			operation,
			{
				customFields: {
					field: [
						{
							name: locator('name', fromModel('name', 'string')),
							value: fromModel('value', 'string'),
						},
					],
				},
			},
			[phone],
			true,
		);
		await run(
			operation,
			{ mappingMode: 'json', customFieldsJson: fromModel('fields', 'json') },
			[{ fields: { phone: phone.value } }],
			true,
		);
		await run(operation, { mappingMode: 'autoMapInputData' }, [{ phone: phone.value }], true);

		expect(received().slice(0, 2)).toEqual([body(phone), body(phone)]);
	});
});
