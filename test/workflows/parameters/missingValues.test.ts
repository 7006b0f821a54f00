import type { INodeParameters } from 'n8n-workflow';

import { contact, contactOperation, sendText } from '../../support/fixtures/parameters';
import { useChannel } from '../engine/channel';

const channel = useChannel({ contacts: 0, acceptUnknownContacts: true });

const item = {
	...{ city: 'Lugo', empty: '', nothing: null, nothings: [null], invalid: NaN },
	...{ order: { id: 1 }, tags: ['vip, gold', 'new'], isUrgent: true },
};

const rows = (value: string) => ({ customFields: { field: [{ name: 'notes', value }] } });
const json = (customFieldsJson: string) => ({ mappingMode: 'json', customFieldsJson });

const run = async (parameters: INodeParameters) =>
	await channel.runNode({ parameters, items: [item] });

it.each([
	['an expression and a line break', rows('={{ $json.missing }}\n')],
	['a space and an expression', rows('= {{ $json.nothing }}')],
	['two expressions', rows('={{ $json.missing }} {{ $json.nothing }}')],
	['nothing and empty text', rows('={{ $json.missing }}{{ $json.empty }}')],
	['a list without values', rows('={{ $json.nothings }}{{ $json.empty }}')],
	['a failed calculation', rows('={{ $json.invalid }} {{ $json.empty }}')],
	['an expression in JSON', json('={"notes": "{{ $json.missing }}"}')],
	['two expressions in JSON', json('={"notes": "{{ $json.missing }} {{ $json.nothing }}"}')],
	['an expression in a JSON list', json('=[{"name": "notes", "value": "{{ $json.nothing }}"}]')],
])('a missing value never clears a custom field: %s', async (_, parameters) => {
	const { error } = await run(contactOperation('create', parameters));

	expect(error?.message).toMatch(/has no value \[item 0\]$/);
	expect(channel.service.requests).toEqual([]);
});

const addTags = (tags: INodeParameters) =>
	contactOperation('addTags', { contactId: contact('7'), ...tags });

it.each([
	['a row', { tags: { tag: [{ name: '=age-{{ $json.missing }}' }] } }],
	['a list', { specifyTags: 'list', tagList: '=vip, age-{{ $json.nothing }}' }],
	['an empty cell', { tags: { tag: [{ name: '=age: {{ $json.empty }}' }] } }],
	['an empty start', { tags: { tag: [{ name: '={{ $json.empty }}-{{ $json.city }}' }] } }],
	['an empty part between others', { specifyTags: 'list', tagList: '=a_{{ $json.empty }}_b, c' }],
	['an empty part in JSON', { specifyTags: 'list', tagList: '=["age-{{ $json.empty }}"]' }],
])('a tag with a missing part is never added: %s', async (_, tags) => {
	const { error } = await run(addTags(tags));

	expect(error?.message).toMatch(/ is incomplete: '\{\{ .* \}\}' returned nothing \[item 0\]$/);
	expect(channel.service.requests).toEqual([]);
});

it('the error names the part of the tag that is missing', async () => {
	const tagList = '=vip{{ $json.nothing }}, age-{{ $json.empty }}';
	const { error } = await run(addTags({ specifyTags: 'list', tagList }));

	expect(error?.message).toContain("is incomplete: '{{ $json.empty }}' returned nothing");
});

it.each([
	["=vip{{ $json.missing ? '-' + $json.missing : null }}", ['vip']],
	["=vip{{ '' }}", ['vip']],
	['=vip-{{ $json.empty }}{{ $json.city }}', ['vip-Lugo']],
	['={{ $json.city }} {{ $json.empty }}', ['Lugo']],
])('a tag with a part that may be empty is added: %s', async (tagList, tags) => {
	await run(addTags({ specifyTags: 'list', tagList }));

	expect(channel.service.requests).toMatchObject([{ body: { tags } }]);
});

it('a missing tag at the end of a list is left out', async () => {
	await run(addTags({ specifyTags: 'list', tagList: '=vip, {{ $json.missing }}' }));

	expect(channel.service.requests).toMatchObject([{ body: { tags: ['vip'] } }]);
});

it.each([
	['empty text and a line break', rows('={{ $json.empty }}\n'), ''],
	['two empty texts', rows('={{ $json.empty }} {{ $json.empty }}'), ''],
	['empty text in JSON', json('={"notes": "{{ $json.empty }}"}'), ''],
	['a text beside nothing', rows('={{ $json.city }} {{ $json.missing }}'), 'Lugo'],
	['a text beside nothing in JSON', json('={"notes": "{{ $json.city }}{{ $json.nope }}"}'), 'Lugo'],
])('a present value is saved: %s', async (_, parameters, value) => {
	const { error } = await run(contactOperation('create', parameters));

	expect(error).toBeUndefined();
	expect(channel.service.requests).toMatchObject([
		{ body: { custom_fields: [{ name: 'notes', value }] } },
	]);
});

it('Ignore Empty Values skips missing values in JSON', async () => {
	const { error } = await run(
		contactOperation('create', {
			...json('={"notes": "{{ $json.missing }}", "city": "{{ $json.city }}"}'),
			options: { ignoreEmptyValues: true },
		}),
	);

	expect(error).toBeUndefined();
	expect(channel.service.requests).toMatchObject([
		{ body: { custom_fields: [{ name: 'city', value: 'Lugo' }] } },
	]);
});

describe('With white space around it, an expression', () => {
	const to = contact('={{ "7" }}\n');

	it('that returns an object is never sent as [object Object]', async () => {
		const { error } = await run(sendText({ contactId: to, text: '={{ $json.order }}\n' }));

		expect(error?.message).toMatch(/^'Text' is an object, but must be text/);
		expect(channel.service.requests).toEqual([]);
	});

	it('can return text, a list, or a boolean', async () => {
		const text = { contactId: to, text: '= {{ $json.city }}' };
		const options = { forceCancelSurvey: '={{ $json.isUrgent }} ' };
		const tagList = '={{ $json.tags }}\n';

		const sent = await run(sendText({ ...text, options }));
		await run(contactOperation('addTags', { contactId: to, specifyTags: 'list', tagList }));

		expect(sent.error).toBeUndefined();
		expect(channel.service.requests).toMatchObject([
			{
				path: '/v1/message/sendContent/7',
				body: { body: [{ text: 'Lugo' }], forceCancelSurvey: true },
			},
			{ path: '/v1/contact/7/tags', body: { tags: ['vip, gold', 'new'] } },
		]);
	});
});
