import type { INodeParameters } from 'n8n-workflow';

import { contact, send, sendText } from '../../support/fixtures/parameters';
import { useChannel } from '../engine/channel';

const channel = useChannel({ acceptUnknownContacts: true });

const to = contact('7');
const texts = (text: string) => sendText({ contactId: to, text });
const reply = (text: string) => ({ reply: [{ text: 'Yes' }, { text }] });

/** Decodes bytes as a program does that expects another encoding. */
const decoded = (encoding: string, ...bytes: number[]) =>
	new TextDecoder(encoding).decode(Uint8Array.from(bytes));

const item = {
	order: { id: 1 },
	orders: [{ id: 1 }, { id: 2 }],
	surname: decoded('utf-8', 0x44, 0x92, 0x41),
	street: Buffer.from([0x44, 0x92, 0x41]).toString('latin1'),
	template: 'Hello {{ $json.name }}',
	mailMerge: 'Hello {{ name }}',
	word: 'undefined',
	noted: 'A null result, undefined behavior, NaN, and an invalid date',
	price: '12',
	count: 10,
	invalid: NaN,
	nothing: null,
	'Home Town': 'Lugo',
};

const mistakes: ReadonlyArray<[string, INodeParameters, string]> = [
	['an object in a text', texts('=Order {{ $json.order }}'), '[object Object]'],
	['a list of objects', texts('=Orders {{ $json.orders }}'), '[object Object]'],
	[
		'an object that an expression joined',
		texts("={{ 'Order ' + $json.order }}"),
		'[object Object]',
	],
	['a function', texts('=Hello {{ $json.word.toUpperCase }}'), '[object Function]'],
	['a joined function', texts("={{ 'Hello ' + $json.word.trim }}"), '{ [native code] }'],
	['an invalid time', texts("=At {{ DateTime.fromISO('soon') }}"), 'Invalid DateTime'],
	['a formatted invalid time', texts("={{ DateTime.fromISO('').toFormat('dd') }}"), 'Invalid'],
	['an invalid date', texts("=At {{ new Date('soon').toString() }}"), 'Invalid Date'],
	['a replacement character', texts('=Hello {{ $json.surname }}'), 'U+FFFD'],
	['a C1 control character', texts('={{ $json.street }}'), 'U+0092'],
	['an expression in the data', texts('={{ $json.template }}'), '{{ $json.name }}'],
	['a placeholder in the data', texts('=Hi. {{ $json.mailMerge }}'), '{{ name }}'],
	['a missing value as text', texts('=Hello {{ $json.word }}'), "'undefined'"],
	['only a missing value as text', texts("={{ '' + $json.missing }}"), "'undefined'"],
	['nothing as text', texts("=Hello {{ '' + $json.nothing }}"), "'null'"],
	[
		'two missing values',
		texts("=Hello {{ $json.first + ' ' + $json.last }}"),
		"'undefined undefined'",
	],
	['a failed calculation with a currency', texts("={{ $json.nothing * 'x' + ' €' }}"), "'NaN €'"],
	['a failed calculation', texts('=It costs {{ $json.price * $json.missing }}'), 'NaN'],
	['a sum', texts('=It costs {{ $json.count + $json.missing }} €'), 'NaN'],
	['a sum of a text', texts('=It costs {{ $json.price + $json.missing }} €'), 'undefined'],
	['a unary plus', texts('=It costs {{ +$json.word }} €'), 'NaN'],
	['a reduced list', texts('=All {{ $json.orders.reduce((all, l) => all + l.count, 0) }}'), 'NaN'],
	['a property', texts('=On day {{ DateTime.fromISO($json.word).day }}'), 'NaN'],
	['an invalid number of the input', texts('=It costs {{ $json.invalid }} €'), 'NaN'],
	['a joined missing name', texts("=Hello {{ $json.price + ' ' + $json.last }}"), "'undefined'"],
	['a joined failed sum', texts("={{ 'Total: ' + $json.count * $json.missing }}"), "'NaN'"],
	['a joined null', texts('={{ "Note: " + $json.nothing + "." }}'), "'null'"],
	['a template literal', texts('={{ `Total: ${$json.price * $json.missing} €` }}'), "'NaN'"],
	['an infinite number', texts('=It costs {{ $json.price / 0 }}'), 'Infinity'],
	['another capital letter', texts('=In {{ $json["home town"] }}'), "field 'Home Town', but not"],
	['an underscore', texts("=In {{ $json.home_town || 'town' }}"), "not 'home_town'"],
	[
		'a quick reply in a row',
		send({
			contactId: to,
			messageType: 'quickReply',
			title: 'Which?',
			replies: reply("={{ '' + $json.missing }}"),
		}),
		"'undefined'",
	],
	[
		'a quick reply in a list',
		send({
			contactId: to,
			messageType: 'quickReply',
			title: 'Which?',
			specifyReplies: 'list',
			replyList: "={{ ['Yes', String($json.order)] }}",
		}),
		'[object Object]',
	],
	[
		'a further message',
		sendText({
			contactId: to,
			text: 'Hi',
			options: {
				furtherMessages: { message: [{ messageType: 'text', text: '=For {{ $json.order }}' }] },
			},
		}),
		'[object Object]',
	],
	[
		'a web address',
		send({
			contactId: to,
			messageType: 'file',
			url: '=https://files.example/{{ "" + $json.missing }}',
		}),
		"'undefined'",
	],
];

it.each(mistakes)('%s fails before anything is sent', async (_, parameters, mistake) => {
	const { error } = await channel.runNode({ parameters, items: [item] });

	expect(error?.message).toMatch(/contains a probable mistake: .* \[item 0\]$/);
	expect(error?.message).toContain(mistake);
	expect(error?.description).toContain("'Send Doubtful Text'");
	expect(channel.service.requests).toEqual([]);
});

const intended: ReadonlyArray<[string, INodeParameters, string]> = [
	['fixed text', texts('Why do I see [object Object], {{ name }}, or NaN?'), 'Why do I see'],
	['a word beside others', texts('={{ $json.noted }}'), 'A null result'],
	['a missing value that adds nothing', texts('=Hello {{ $json.nothing }}!'), 'Hello !'],
	['a list of texts', texts("=You ordered {{ ['tea', 'cake'] }}"), 'tea,cake'],
	['a valid time', texts("=At {{ DateTime.fromISO('2026-01-02', {zone: 'utc'}) }}"), '2026-01-02'],
	['a sum of numbers', texts('=It costs {{ $json.count + 2 }} €'), 'It costs 12 €'],
	['texts that are joined', texts("=Hi {{ $json.price + ', ' + $json.count }}"), 'Hi 12, 10'],
	['an optional greeting', texts("=Hello{{ $json.name ? ' ' + $json.name : '' }}!"), 'Hello!'],
	['an optional field', texts("=Hello {{ $json.name ?? '' }}!"), 'Hello !'],
	['an alternative to NaN', texts("=It costs {{ +$json.word || 'nothing' }}"), 'costs nothing'],
	['zero', texts('=You have {{ $json.count - 10 }} points'), 'You have 0 points'],
	['a joined sentence', texts("={{ 'Note: ' + $json.noted }}"), 'Note: A null result'],
	['a joined condition', texts("={{ $json.name + $json.noted ? $json.noted : '' }}"), 'NaN'],
	['a joined alternative', texts("={{ 'NaN of ' + ($json.name ?? 'nobody') }}"), 'NaN of nobody'],
	['a missing node', texts('=Hello {{ $json.name?.length }}!'), 'Hello !'],
	['a field in two spellings', texts('=In {{ $json.hometown ?? $json["Home Town"] }}'), 'In Lugo'],
	['a field that no item has', texts('=In {{ $json.town }}!'), 'In !'],
	['an emoji', texts("={{ '👩‍👩‍👧 ok' }}"), '👩‍👩‍👧 ok'],
];

it.each(intended)('%s is sent', async (_, parameters, text) => {
	const { error } = await channel.runNode({ parameters, items: [item] });

	expect(error).toBeUndefined();
	expect(channel.texts.join()).toContain(text);
});

it('a mistake in a Send and Wait question fails before anything is sent', async () => {
	const question = (message: string, options = {}) => ({
		resource: 'message',
		operation: 'sendAndWait',
		contactId: to,
		message,
		options,
	});
	const form = (jsonOutput: string) => ({
		...question('Which size?'),
		responseType: 'customForm',
		defineForm: 'json',
		jsonOutput,
	});
	for (const parameters of [
		form('=[{"fieldLabel": "Size of {{ $json.order }}"}]'),
		form("={{ [{ fieldLabel: '' + $json.missing }] }}"),
		question('=Order {{ $json.order }}?'),
		question('Shall we?', { messageButtonLabel: "={{ '' + $json.missing }}" }),
	]) {
		const { error } = await channel.runNode({ parameters, items: [item] });

		expect(error?.message).toMatch(/contains a probable mistake/);
	}
	expect(channel.service.requests).toEqual([]);
});

it('null in the JSON of a form is not a mistake', async () => {
	const { error } = await channel.runNode({
		parameters: {
			resource: 'message',
			operation: 'sendAndWait',
			contactId: to,
			message: 'Which size?',
			responseType: 'customForm',
			defineForm: 'json',
			jsonOutput: '=[{"fieldLabel": "Size", "placeholder": {{ JSON.stringify($json.nothing) }}}]',
			options: {},
		},
		items: [item],
	});

	expect(error).toBeUndefined();
	expect(channel.texts).toEqual([expect.stringContaining('Which size?')]);
});

it('a text with a probable mistake is sent if Send Doubtful Text is on', async () => {
	const parameters = sendText({
		contactId: to,
		text: '=Order {{ $json.order }}',
		options: { sendDoubtfulText: true },
	});

	const { error } = await channel.runNode({ parameters, items: [item] });

	expect(error).toBeUndefined();
	expect(channel.texts).toEqual(['Order [object Object]']);
});

it('Test Without Sending only warns', async () => {
	const parameters = sendText({
		contactId: contact(channel.service.contacts.create([])),
		text: '=Order {{ $json.order }}',
		options: { checkWithoutSending: true },
	});

	const { items, hints } = await channel.runNode({ parameters, items: [item] });

	expect(items).toMatchObject([{ json: { status: 'ready' } }]);
	expect(hints.map(({ message }) => message)).toContainEqual(
		expect.stringMatching(/^1 item would not be sent: 'Text' .*'\[object Object\]' \[item 0\]$/),
	);
});
