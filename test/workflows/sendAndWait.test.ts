import type { INodeParameters } from 'n8n-workflow';

import { sendAndWait } from '../support/fixtures/parameters';
import { useChannel } from './engine/channel';

const channel = useChannel({ acceptUnknownContacts: true });

const field = (changes: object) => ({ fieldLabel: 'Photo', ...changes });

const form = (changes: INodeParameters) => sendAndWait({ responseType: 'customForm', ...changes });

it.each<[string, INodeParameters, string]>([
	[
		'a file field',
		form({ formFields: { values: [field({ fieldType: 'file' })] } }),
		"'Element Type' of form element 1 in 'Form Elements' is 'file', which is not supported",
	],
	[
		'a hidden field in JSON',
		form({ defineForm: 'json', jsonOutput: [field({ fieldType: 'hiddenField' })] }),
		"'Element Type' of field 1 in 'Form Fields' is 'hiddenField', which is not supported",
	],
	[
		'an unresolved expression in JSON',
		form({ defineForm: 'json', jsonOutput: '[{"fieldLabel": "{{ $json.label }}"}]' }),
		"'Form Fields' is fixed text, but contains an expression",
	],
	[
		'an unknown language',
		sendAndWait({ options: { pageTexts: { values: { language: 'Galician' } } } }),
		"'Language Code' is 'Galician', which is not a language code",
	],
])('a question with %s is rejected before anything is sent', async (_, parameters, message) => {
	const { error } = await channel.runNode({ parameters, items: [{ contactId: '7' }] });

	expect(error?.message).toContain(message);
	expect(channel.service.requests).toEqual([]);
});

it('an expression can return the fields of a form, and errors name the field', async () => {
	const jsonOutput = '={{ $json.fields }}';
	const fields = [field({}), field({ fieldLabel: ' ' })];

	const { error } = await channel.runNode({
		parameters: form({ defineForm: 'json', jsonOutput }),
		items: [{ contactId: '7', fields }],
	});

	expect(error?.message).toContain("'Label' of field 2 in 'Form Fields' is empty");
	expect(channel.service.requests).toEqual([]);
});
