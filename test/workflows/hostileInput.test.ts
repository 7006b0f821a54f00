import type { INodeParameters } from 'n8n-workflow';

import { useChannel } from './engine/channel';
import { contactOperation, sendText } from '../support/fixtures/parameters';

const channel = useChannel({ acceptUnknownContacts: true });

const run = async (parameters: INodeParameters, text: string) =>
	await channel.runNode({ parameters, items: [{ contactId: '1', text }] });

/** Texts that software along the way might alter. */
const texts = [
	['line breaks', 'a\r\nb\nc\rd\u2028e\u2029'],
	['null bytes and other controls', 'a\u0000b\u0001\u0008\u001B[31mc\u007F'],
	['marks for writing from right to left', '\u202Eabc\u202C \u200Fdef\u2066x\u2069'],
	['space around it and no break inside', ' \u00A0a\u200Bb\uFEFF\t '],
	['letters in two forms', 'e\u0301 é \uFB01 ﷽'],
	['emoji of several parts', '👩‍👩‍👧‍👦🏳️‍🌈👍🏽🇪🇸'],
	['quotes, brackets and escapes', '"\'`{}[]<>&\\u0041\\n${x}{{ $json }}%00%0d%0a'],
	['what looks like an expression', '{{ $json.token }}'],
] as const;

const field = [{ name: '={{ $json.text }}', value: '={{ $json.text }}' }];
const search = { fieldName: '={{ $json.text }}', fieldValue: '={{ $json.text }}' };

it.each(texts)('%s arrive as they are, in messages and custom fields', async (_, text) => {
	await run(sendText(), text);
	await run(contactOperation('create', { customFields: { field } }), text);

	expect(channel.texts).toEqual([text]);
	expect(channel.service.contacts.all().at(-1)?.custom_fields).toEqual({ [text]: text });
});

it.each(texts)('%s are found, apart from spaces around the value', async (_, text) => {
	const custom_fields = { [text]: text.trim() };
	channel.service.contacts.add({ id: '1', custom_fields, tags: [], created_at: 1 });

	const { items } = await run(contactOperation('getAll', search), text);

	expect(items).toHaveLength(1);
});

it('a megabyte arrives as it is', async () => {
	const text = `${'ñ🙂'.repeat(100_000)}${'a'.repeat(400_000)}`;

	await run(sendText(), text);

	expect(channel.texts).toEqual([text]);
});

it.each(['__proto__', 'constructor'])(
	'%s is a name like any other, and changes no prototype',
	async (name) => {
		const field = [{ name: '={{ $json.text }}', value: 'polluted' }];

		await run(contactOperation('create', { customFields: { field } }), name);

		expect(channel.service.requests.map(({ body }) => body)).toEqual([
			{ custom_fields: [{ name, value: 'polluted' }] },
		]);
		expect(Object.entries(Object.prototype)).toEqual([]);
		expect(Object.prototype.constructor).toBe(Object);
	},
);
