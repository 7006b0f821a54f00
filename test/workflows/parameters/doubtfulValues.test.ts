import type { INodeParameters } from 'n8n-workflow';

import { isRecord } from '../../../nodes/ChannelMessaging/client/isRecord';
import { contact, contactOperation } from '../../support/fixtures/parameters';
import { useChannel } from '../engine/channel';

const channel = useChannel();

const word = 'undefined';
const complaint = 'Your site shows [object Object] and Invalid Date, dear {name}';
const item = {
	...{ complaint, plan: 'Infinity', form: { notes: complaint } },
	...{ order: { id: 1 }, orders: [{ id: 1 }], word, text: 'soon', count: 10, nothing: null },
	...{ template: 'Hello {{ name }}', tags: ['vip', 'size-undefined', '[object Object]'] },
};

const phone = '+15550100001';
const rows = (value: string) => ({ customFields: { field: [{ name: 'notes', value }] } });
const json = (customFieldsJson: string) => ({ mappingMode: 'json', customFieldsJson });
const create = (parameters: INodeParameters) => contactOperation('create', parameters);
const tagged = (operation: string, parameters: INodeParameters) =>
	contactOperation(operation, { contactId: contact('7'), ...parameters });

const mistakes: ReadonlyArray<[string, INodeParameters]> = [
	['an object in a value', create(rows('=Order {{ $json.order }}'))],
	['an invalid date', create(rows("={{ DateTime.fromISO($json.text).toFormat('yyyy') }}"))],
	['a missing value', create(rows("={{ '' + $json.missing }}"))],
	['a sum', create(rows('={{ $json.count + "" + $json.missing }}'))],
	['a failed calculation', create(rows('={{ $json.count * $json.missing }} EUR'))],
	['an object in JSON text', create(json('={"notes": "{{ $json.order }}"}'))],
	['a quoted text in JSON', create(json('={"notes": {{ JSON.stringify($json.template) }}}'))],
	['a result that is the whole JSON', create(json("={{ { notes: 'Order ' + $json.order } }}"))],
	[
		'the name of a custom field',
		create({ customFields: { field: [{ name: '={{ $json.word }}', value: 'x' }] } }),
	],
	[
		'a field of the input item',
		create({ mappingMode: 'autoMapInputData', inputFields: 'selected', inputFieldNames: 'word' }),
	],
	['an updated value', tagged('update', rows('=Order {{ $json.order }}'))],
	[
		'a value of a found contact',
		contactOperation('upsert', {
			...{ fieldName: 'phone', fieldValue: phone },
			...rows('=Order {{ $json.order }}'),
		}),
	],
	[
		'a tag of a new contact',
		create({ ...rows('x'), options: { tags: '=size-{{ $json.order }}' } }),
	],
	[
		'a tag in a row',
		tagged('addTags', { tags: { tag: [{ name: "={{ 'Order ' + $json.order }}" }] } }),
	],
	['a tag in a list', tagged('addTags', { specifyTags: 'list', tagList: '={{ $json.tags }}' })],
	[
		'a tag to remove',
		tagged('removeTags', { specifyTags: 'list', tagList: '=vip,{{ $json.order }}' }),
	],
];

it.each(mistakes)('a probable mistake is not saved: %s', async (_, parameters) => {
	const { error } = await channel.runNode({ parameters, items: [item] });

	expect(error?.message).toMatch(/contains a probable mistake: .* \[item 0\]$/);
	expect(error?.description).toContain("To save the text anyway, turn on 'Save Doubtful Text'.");
	expect(channel.service.requests).toEqual([]);
});

it.each(mistakes)('Save Doubtful Text allows %s', async (_, parameters) => {
	const { options } = parameters;
	const others = isRecord(options) ? options : {};
	const allowed = { ...others, saveDoubtfulText: true };

	await channel.runNode({ parameters: { ...parameters, options: allowed }, items: [item] });

	expect(channel.service.requests).not.toEqual([]);
});

const intended: ReadonlyArray<[string, INodeParameters]> = [
	['fixed text', create(rows('Hello {{ name }}, [object Object]'))],
	['a word among others', create(rows("={{ 'undefined behavior and ' + $json.text }}"))],
	["a stranger's text", create(rows('={{ $json.complaint }}'))],
	["a stranger's text in JSON", create(json('={{ $json.form }}'))],
	["a name that is also a number's", create(rows('={{ $json.plan }}'))],
	[
		"a stranger's text in a mapped field",
		create({
			...{ mappingMode: 'autoMapInputData', inputFields: 'selected' },
			inputFieldNames: 'complaint, plan',
		}),
	],
	['fixed JSON', create(json('{"notes": "[object Object]"}'))],
	['fixed text in JSON', create(json('={"notes": "[object Object]", "city": "{{ $json.text }}"}'))],
	[
		'null in JSON',
		create({
			...json('={"notes": "x", "city": {{ JSON.stringify($json.nothing) }}}'),
			options: { ignoreEmptyValues: true },
		}),
	],
];

it.each(intended)('a text that the user intended is saved: %s', async (_, parameters) => {
	const { error } = await channel.runNode({ parameters, items: [item] });

	expect(error).toBeUndefined();
	expect(channel.service.requests).toHaveLength(1);
});

it('a mistake that the contact already has is saved unchanged', async () => {
	const id = channel.service.contacts.create([{ name: 'notes', value: 'Invalid DateTime' }]);
	const stored = { contactId: id, city: 'Lugo', custom_fields: { notes: 'Invalid DateTime' } };
	const sources = [
		rows('={{ $json.custom_fields.notes }}'),
		json('={{ $json.custom_fields }}'),
		json("={{ { notes: 'Invalid DateTime' } }}"),
		json('={"notes": "{{ $json.custom_fields.notes }}", "city": "{{ $json.city }}"}'),
	];

	for (const source of sources) {
		const { error } = await channel.runNode({
			parameters: contactOperation('update', { contactId: contact(id), ...source }),
			items: [stored],
		});

		expect(error).toBeUndefined();
	}
	expect(channel.service.requests).toHaveLength(sources.length);
});
