import type { INodeParameters } from 'n8n-workflow';

import { contactOperation, sendAndWait, sendText } from '../../support/fixtures/parameters';
import { useChannel } from '../engine/channel';

const channel = useChannel({ acceptUnknownContacts: true });

const contactId = { __rl: true, mode: 'id', value: '7' };
const unresolved = 'Hi {{ $json.Name }}';

it.each<[string, INodeParameters]>([
	["'Text'", sendText({ contactId, text: 'Hi {{$json.Name}}' })],
	["'Contact'", sendText({ contactId: { ...contactId, value: '{{ $json.id }}' }, text: 'Hi' })],
	[
		"'Send Once per Key'",
		sendText({ contactId, text: 'Hi', options: { sendOnceKey: '{{ $json.order }}' } }),
	],
	[
		"'Form Fields'",
		sendAndWait({
			contactId,
			responseType: 'customForm',
			defineForm: 'json',
			jsonOutput: '[{ "fieldLabel": "{{ $json.label }}" }]',
		}),
	],
	[
		"'Name' of tag 2 in 'Tags'",
		contactOperation('addTags', {
			contactId,
			tags: { tag: [{ name: '={{ $json.tag }}' }, { name: '{{ $json.tag }}' }] },
		}),
	],
	[
		"'Tag List'",
		contactOperation('addTags', { contactId, specifyTags: 'list', tagList: '{{ $json.tags }}' }),
	],
	[
		"'Value' of custom field 1 in 'Custom Fields'",
		contactOperation('update', {
			contactId,
			customFields: { field: [{ name: 'city', value: '{{ $json.city }}' }] },
		}),
	],
	[
		"'Custom Fields as JSON'",
		contactOperation('update', {
			contactId,
			mappingMode: 'json',
			customFieldsJson: '{ "city": "{{ $json.city }}" }',
		}),
	],
	[
		"'Match On'",
		contactOperation('upsert', {
			fieldName: { __rl: true, mode: 'name', value: '{{ $json.name }}' },
			fieldValue: 'Lugo',
		}),
	],
	[
		"'Match Value'",
		contactOperation('upsert', { fieldName: 'phone', fieldValue: '{{ $json.phone }}' }),
	],
	[
		"'Tags'",
		contactOperation('create', {
			customFields: { field: [{ name: 'city', value: 'Vigo' }] },
			options: { tags: '{{ $json.tags }}' },
		}),
	],
])(
	'an expression in fixed text is rejected before anything is sent: %s',
	async (label, parameters) => {
		const { error } = await channel.runNode({ parameters, items: [{ tag: 'vip' }] });

		expect(error?.message).toContain(`${label} is fixed text, but contains an expression: '`);
		expect(error?.description).toContain(`Switch ${label} to Expression.`);
		expect(channel.service.requests).toEqual([]);
	},
);

it('an expression in fixed text is reported once for all items', async () => {
	const parameters = sendText({ contactId, text: unresolved });

	const { error } = await channel.runNode({ parameters, items: [{}, {}, {}] });

	expect(error?.message).toBe(
		"'Text' is fixed text, but contains an expression: 'Hi {{ $json.Name }}'",
	);
	expect(error?.description).toBe("Switch 'Text' to Expression. Nothing was sent.");
});

it('the result of an expression may contain an expression', async () => {
	const { error } = await channel.runNode({
		parameters: sendText({ contactId }),
		items: [{ text: unresolved }],
	});

	expect(error).toBeUndefined();
	expect(channel.texts).toEqual([unresolved]);
});

it('braces without a variable, and expressions in hidden parameters, are accepted', async () => {
	const { error } = await channel.runNode({
		parameters: sendText({ contactId, text: 'Use {{ name }} or $5', url: unresolved }),
	});

	expect(error).toBeUndefined();
	expect(channel.texts).toEqual(['Use {{ name }} or $5']);
});
