import type { INodeParameters } from 'n8n-workflow';

import { contactOperation, sendAndWait, sendText } from '../../support/fixtures/parameters';
import { useChannel } from '../engine/channel';

const channel = useChannel({ acceptUnknownContacts: true });

const contactId = { __rl: true, mode: 'id', value: '7' };
const fixed = '{{ $json.x }}';
const text = (values: INodeParameters) => sendText({ contactId, text: 'Hi', ...values });
const ofContact = (operation: string, values: INodeParameters) =>
	contactOperation(operation, { contactId, ...values });
const customFields = (value: string) => ({ customFields: { field: [{ name: 'city', value }] } });

it.each<[string, INodeParameters]>([
	["'Text'", text({ text: `Hi ${fixed}` })],
	["'Contact'", text({ contactId: { ...contactId, value: fixed } })],
	["'Send Once per Key'", text({ options: { sendOnceKey: fixed } })],
	[
		"'Form Fields'",
		sendAndWait({
			contactId,
			responseType: 'customForm',
			defineForm: 'json',
			jsonOutput: `[{ "fieldLabel": "${fixed}" }]`,
		}),
	],
	[
		"'Name' of tag 2 in 'Tags'",
		ofContact('addTags', { tags: { tag: [{ name: '={{ $json.tag }}' }, { name: fixed }] } }),
	],
	["'Tag List'", ofContact('addTags', { specifyTags: 'list', tagList: fixed })],
	["'Value' of custom field 1 in 'Custom Fields'", ofContact('update', customFields(fixed))],
	[
		"'Custom Fields as JSON'",
		ofContact('update', { mappingMode: 'json', customFieldsJson: `{ "city": "${fixed}" }` }),
	],
	[
		"'Match On'",
		contactOperation('upsert', {
			fieldName: { __rl: true, mode: 'name', value: fixed },
			fieldValue: 'Lugo',
		}),
	],
	["'Match Value'", contactOperation('upsert', { fieldName: 'phone', fieldValue: fixed })],
	["'Tags'", contactOperation('create', { ...customFields('Vigo'), options: { tags: fixed } })],
])(
	'an expression in fixed text is rejected before anything is sent: %s',
	async (label, parameters) => {
		const { error } = await channel.runNode({ parameters, items: [{ tag: 'vip' }] });

		expect(error?.message).toContain(`${label} is fixed text, but contains an expression: '`);
		expect(error?.description).toContain(`Switch ${label} to Expression.`);
		expect(channel.service.requests).toEqual([]);
	},
);

it('braces without a variable, and expressions in hidden parameters, are accepted', async () => {
	const { error } = await channel.runNode({
		parameters: sendText({ contactId, text: 'Use {{ name }} or $5', url: fixed }),
	});

	expect(error).toBeUndefined();
	expect(channel.texts).toEqual(['Use {{ name }} or $5']);
});
