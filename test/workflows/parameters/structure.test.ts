import type { INodeParameters } from 'n8n-workflow';

import { contactOperation, sendAndWait, sendText } from '../../support/fixtures/parameters';
import { useChannel } from '../engine/channel';

const channel = useChannel({ acceptUnknownContacts: true });

const contactId = { __rl: true, mode: 'id', value: '7' };

const ofContact = (operation: string, values: INodeParameters) =>
	contactOperation(operation, { contactId, ...values });

const json = (customFieldsJson: string) =>
	ofContact('update', { mappingMode: 'json', customFieldsJson });

it.each<[string, INodeParameters, string]>([
	['Custom Fields as JSON', json('={ "city": "{{ $json.x }}" }'), 'Lugo", "vip": "yes'],
	[
		'Form Fields',
		sendAndWait({
			contactId,
			responseType: 'customForm',
			defineForm: 'json',
			jsonOutput: '=[{ "fieldLabel": "{{ $json.x }}" }]',
		}),
		'Name"}, {"fieldLabel": "Other',
	],
	[
		'Tag List',
		ofContact('addTags', { specifyTags: 'list', tagList: '=new, {{ $json.x }}' }),
		'a, b',
	],
	[
		'Reply List',
		sendText({
			contactId,
			messageType: 'quickReply',
			title: 'When?',
			specifyReplies: 'list',
			replyList: '=Never, {{ $json.x }}',
		}),
		'a, b',
	],
	[
		'Skip If Tagged',
		sendText({ contactId, text: 'Hi', options: { skipIfTagged: '=human, {{ $json.x }}' } }),
		'a, b',
	],
	[
		'Tags',
		contactOperation('create', {
			mappingMode: 'json',
			customFieldsJson: '{ "city": "Lugo" }',
			options: { tags: '=new, {{ $json.x }}' },
		}),
		'a, b',
	],
	[
		'Field Names',
		contactOperation('create', {
			mappingMode: 'autoMapInputData',
			inputFields: 'selected',
			inputFieldNames: '=city, {{ $json.x }}',
		}),
		'a, b',
	],
])("an expression inside '%s' can't change its structure", async (label, parameters, x) => {
	const { error } = await channel.runNode({ parameters, items: [{ x, city: 'Lugo' }] });

	expect(error?.message).toContain(`'${label}': '{{ $json.x }}' returned '${x}'`);
	expect(channel.service.requests).toEqual([]);
});

it('JSON, lists, and names that consist of a single expression are accepted', async () => {
	const values = [
		'={{ { [$json.name]: $json.x } }}',
		'={ "{{ $json.name }}": {{ JSON.stringify($json.x) }} }',
	];
	for (const customFieldsJson of values) {
		const parameters = contactOperation('create', { mappingMode: 'json', customFieldsJson });
		const { error } = await channel.runNode({ parameters, items: [{ name: 'city', x: 'a "b"' }] });
		expect(error).toBeUndefined();
	}
	const saved = channel.service.contacts.findByField('city', 'a "b"');
	expect(saved).toHaveLength(2);
});
