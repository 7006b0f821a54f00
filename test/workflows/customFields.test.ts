import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { useChannel } from './engine/channel';
import { contactOperation } from '../support/running/parameters';
import { runNode } from './engine/runNode';
import { searchList } from './engine/searchList';

const channel = useChannel();

const phone = { name: 'phone', value: '+34600000001' };
const email = { name: 'email', value: 'ana@example.com' };
const person = { phone: phone.value, email: email.value };
const locator = (mode: string, value: string) => ({ __rl: true, mode, value });
const json = (customFieldsJson: string) => ({ mappingMode: 'json', customFieldsJson });
const rows = (...field: INodeParameters[]) => ({ customFields: { field } });

/** What the service gets as custom fields of new contacts, call by call. */
async function received(parameters: INodeParameters, items: IDataObject[], asTool = false) {
	const { error } = await runNode({
		credential: channel.credential(),
		parameters: contactOperation('create', parameters),
		items,
		asTool,
	});
	expect(error).toBeUndefined();
	return channel.service.calls.map(({ body }) => (body as IDataObject).custom_fields);
}

describe('custom fields', () => {
	it.each<[string, INodeParameters]>([
		[
			'rows with names as text, as they were saved before there was a list of names',
			rows(
				{ name: 'phone', value: '={{ $json.phone }}' },
				{ name: "={{ 'email' }}", value: '={{ $json.email }}' },
			),
		],
		[
			'rows with a name from the list and a typed one',
			rows(
				{ name: locator('list', 'phone'), value: '={{ $json.phone }}' },
				{ name: locator('name', "={{ 'email' }}"), value: '={{ $json.email }}' },
			),
		],
		['an expression that gives an object', json('={{ $json }}')],
		[
			'an expression that gives a list',
			json('={{ Object.entries($json).map(([name, value]) => ({ name, value })) }}'),
		],
		[
			'JSON text with expressions inside',
			json('={ "phone": "{{ $json.phone }}", "email": "{{ $json.email }}" }'),
		],
		[
			'the fields of the input item that an expression names',
			{
				mappingMode: 'autoMapInputData',
				options: { fieldsToInclude: "={{ ['phone', 'email'] }}" },
			},
		],
	])('come from %s', async (_, parameters) => {
		expect(await received(parameters, [{ ...person }])).toEqual([[phone, email]]);
	});

	it('are those of each item, mapped automatically', async () => {
		const items = [{ phone: phone.value }, { age: 3, vip: false }];

		const fields = await received({ mappingMode: 'autoMapInputData' }, items);

		expect(fields).toHaveLength(2);
		expect(fields).toContainEqual([phone]);
		expect(fields).toContainEqual([
			{ name: 'age', value: '3' },
			{ name: 'vip', value: 'false' },
		]);
	});

	const fromModel = (key: string, type: string) => `={{ $fromAI('${key}', 'Given', '${type}') }}`;

	it.each<[string, INodeParameters, IDataObject]>([
		[
			'rows',
			rows({
				name: locator('name', fromModel('name', 'string')),
				value: fromModel('value', 'string'),
			}),
			phone,
		],
		['JSON', json(fromModel('fields', 'json')), { fields: { phone: phone.value } }],
	])('come from a model as %s', async (_, parameters, said) => {
		expect(await received(parameters, [said], true)).toEqual([[phone]]);
	});
});

describe("the editor's list of their names", () => {
	const names = async (filter?: string) => {
		const { results } = await searchList({
			credential: channel.credential(),
			parameters: contactOperation('update', {}),
			method: 'searchCustomFieldNames',
			...(filter === undefined ? {} : { filter }),
		});
		for (const { name, value } of results) expect(value).toBe(name);
		return results.map(({ name }) => name);
	};

	it("has the document's names in alphabetical order, and asks nobody for them", async () => {
		expect(await names()).toEqual(
			'customerid email firstName gender lastName locale phone timezone'.split(' '),
		);
		expect(channel.service.calls).toEqual([]);
	});

	it('is narrowed by what is typed', async () => {
		expect(await names(' NAME')).toEqual(['firstName', 'lastName']);
		expect(await names('nothing like it')).toEqual([]);
	});
});
