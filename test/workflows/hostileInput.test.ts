import { useChannel } from './engine/channel';
import { contactOperation, sendText } from '../support/fixtures/parameters';

const channel = useChannel({ acceptUnknownContacts: true });

/** Texts that software often changes. */
const texts = [
	'line breaks: a\r\nb\nc\rd\u2028e\u2029',
	'control characters: a\u0000b\u0001\u0008\u001B[31mc\u007F',
	'right-to-left marks: \u202Eabc\u202C \u200Fdef\u2066x\u2069',
	' \u00A0unusual spaces: a\u200Bb\uFEFF\t ',
	'decomposed letters and ligatures: e\u0301 é \uFB01 ﷽',
	'emoji sequences: 👩‍👩‍👧‍👦🏳️‍🌈👍🏽🇪🇸',
	'quotes, brackets, and escapes: "\'`{}[]<>&\\u0041\\n${x}{{ $json }}%00%0d%0a',
	'{{ $json.token }}',
];

const items = texts.map((text) => ({ contactId: '1', text }));

it('messages are sent unchanged', async () => {
	const parameters = sendText({ options: { sendDoubtfulText: true } });
	await channel.runNode({ parameters, items });

	expect(channel.texts).toEqual(texts);
});

it('custom fields are saved unchanged except for spaces around a single line', async () => {
	const field = [{ name: 'notes', value: '={{ $json.text }}' }];
	const parameters = contactOperation('create', { customFields: { field } });
	// Nothing but a placeholder is a probable mistake.
	const savable = items.filter(({ text }) => !text.startsWith('{{'));

	await channel.runNode({ parameters, items: savable });

	const saved = channel.service.contacts.all().map(({ custom_fields }) => custom_fields);
	expect(saved).toEqual(
		expect.arrayContaining(
			savable.map(({ text }) => ({ notes: /[\n\r]/.test(text.trim()) ? text : text.trim() })),
		),
	);
});

it('search values are sent unchanged except for surrounding spaces', async () => {
	for (const [id, text] of texts.entries()) {
		const custom_fields = { notes: text.trim() };
		channel.service.contacts.add({ id: String(id), custom_fields, tags: [], created_at: 1 });
	}

	const search = { fieldName: 'notes', fieldValue: '={{ $json.text }}' };
	const parameters = contactOperation('getAll', search);
	const result = await channel.runNode({ parameters, items });

	expect(result.items.map(({ json }) => json['id'])).toEqual([...texts.keys()].map(String));
});

it('a one-megabyte message is sent unchanged', async () => {
	const text = `${'ñ🙂'.repeat(100_000)}${'a'.repeat(400_000)}`;

	await channel.runNode({ parameters: sendText(), items: [{ contactId: '1', text }] });

	expect(channel.texts).toEqual([text]);
});
