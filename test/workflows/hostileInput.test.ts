import type { INodeParameters } from 'n8n-workflow';

import { useChannel } from './engine/channel';
import { contactOperation, sendText } from './engine/parameters';
import { runNode } from './engine/runNode';

const channel = useChannel({ acceptUnknownContacts: true });

const run = async (parameters: INodeParameters, item = {}) =>
	await runNode({ credential: channel.credential(), parameters, items: [item] });

const contactId = '1';
const megabyte = `${'ñ🙂'.repeat(100_000)}${'a'.repeat(400_000)}`;

/** Texts that somebody along the way might alter. */
const strange: ReadonlyArray<[name: string, text: string]> = [
	['line breaks', 'a\r\nb\nc\rd\u2028e\u2029'],
	['null bytes and other controls', 'a\u0000b\u0001\u0008\u001B[31mc\u007F'],
	['marks for writing from right to left', '\u202Eabc\u202C \u200Fdef\u2066x\u2069'],
	['space around it and no break inside', ' \u00A0a\u200Bb\uFEFF\t '],
	['letters in two forms', 'e\u0301 é \uFB01 ﷽'],
	['emoji of several parts', '👩‍👩‍👧‍👦🏳️‍🌈👍🏽🇪🇸'],
	['quotes, brackets and escapes', '"\'`{}[]<>&\\u0041\\n${x}{{ $json }}%00%0d%0a'],
	['what looks like an expression', '{{ $json.token }}'],
	['names of prototypes', '__proto__ constructor prototype toString'],
	['a megabyte', megabyte],
];

describe('texts from strangers', () => {
	it.each(strange)('arrive as they are: %s', async (_, text) => {
		const { status } = await run(sendText(), { contactId, text });

		expect(status).toBe('success');
		expect(channel.service.messages.map(({ item }) => item)).toEqual([{ type: 'text', text }]);
	});

	it.each(strange.filter(([name]) => name !== 'a megabyte'))(
		'arrive as they are as custom fields and as what is searched for: %s',
		async (_, text) => {
			const field = [{ name: '={{ $json.text }}', value: '={{ $json.text }}' }];
			await run(contactOperation('create', { customFields: { field } }), { text });
			const search = { fieldName: '={{ $json.text }}', fieldValue: '={{ $json.text }}' };
			const { items } = await run(contactOperation('getAll', search), { text });

			const fields = Object.entries(channel.service.contacts.all().at(-1)?.custom_fields ?? {});
			expect(fields).toEqual([[text, text]]);
			expect(items).toHaveLength(1);
		},
	);

	it.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'])(
		'%s is a name like any other, and changes no prototype',
		async (name) => {
			const field = [{ name: '={{ $json.name }}', value: 'polluted' }];
			const customFields = { customFields: { field } };

			await run(contactOperation('create', customFields), { name });
			await run(contactOperation('update', { contactId, ...customFields }), { name });

			const bodies = channel.service.calls.map(({ body }) => body);
			expect(bodies).toHaveLength(2);
			for (const body of bodies) {
				expect(body).toEqual({ custom_fields: [{ name, value: 'polluted' }] });
			}
			expect(Object.entries(Object.prototype)).toEqual([]);
			expect(Object.prototype.constructor).toBe(Object);
		},
	);

	it.each<[string, unknown]>([
		['an object', { a: 1 }],
		['an object with a text of its own', { toString: 'x' }],
		['a list', ['a']],
		['a list of a list', [[['a']]]],
		['nothing', null],
		['half of an emoji', 'Hi \uD83D'],
		['the other half', '\uDE00 Hi'],
		['a number that lost its last digits', 2 ** 60],
	])('%s is refused where text belongs, and nothing is sent', async (_, text) => {
		const { error } = await run(sendText(), { contactId, text });

		expect(error?.message).toMatch(/^'Text' .+ \[item 0\]$/);
		expect(channel.service.calls).toEqual([]);
	});
});

describe('the characters of a reply', () => {
	const ask = async (text: string) => {
		const reply = [{ text: '={{ $json.text }}' }];
		const parameters = { messageType: 'quickReply', title: 'Well?', replies: { reply } };
		return await run(sendText(parameters), { contactId, text });
	};

	it.each([
		['letters', 'abcdefghijklmnopqrst'],
		['emoji of one code point', '🙂'.repeat(20)],
		['a family of seven code points, and thirteen more', `👩‍👩‍👧‍👦${'x'.repeat(13)}`],
	])('are counted as code points: twenty of %s are taken', async (_, text) => {
		await ask(text);

		expect(channel.service.messages[0]?.item).toMatchObject({ replies: [text] });
	});

	it.each([
		['letters', 'abcdefghijklmnopqrstu'],
		['emoji of one code point', '🙂'.repeat(21)],
		['a family of seven code points, and fourteen more', `👩‍👩‍👧‍👦${'x'.repeat(14)}`],
	])('are counted as code points: twenty-one of %s are refused', async (_, text) => {
		const { error } = await ask(text);

		expect(error?.message).toContain('has 21 characters');
		expect(channel.service.calls).toEqual([]);
	});
});
