import type { INodeParameters } from 'n8n-workflow';

import { contact, contactOperation, sendText } from '../../support/fixtures/parameters';
import { useChannel } from '../engine/channel';

const channel = useChannel({ acceptUnknownContacts: true });

const byPhone = (value: string) => sendText({ contactId: contact(value, 'phone') });
const byCustomField = (value: string) => sendText({ contactId: contact(value, 'customField') });
const upsert = (name: string, value: string) =>
	contactOperation('upsert', {
		fieldName: { __rl: true, mode: 'name', value: name },
		fieldValue: value,
		customFields: { field: [{ name: 'city', value: 'Lugo' }] },
	});
const withKey = (sendOnceKey: string) =>
	sendText({ contactId: contact('7'), options: { sendOnceKey } });

const numbers = { missing: undefined, nothing: null, empty: '', blank: ' \u200B' };

it.each<[title: string, (value: string) => INodeParameters]>([
	["'Contact'", (value) => byPhone(`=+34${value}`)],
	["'Contact'", (value) => byCustomField(`=customerid=C-${value}`)],
	["'Match Value'", (value) => upsert('customerid', `=C-${value}`)],
	["'Match Value'", (value) => upsert('email', `=${value}@example.com`)],
	["'Send Once per Key'", (value) => withKey(`=spring ${value}`)],
	["'Send Once per Key'", (value) => withKey(`={{ $json.text }} ${value}`)],
])(
	'an item fails if an expression returns nothing for a part of a value: %s',
	async (label, write) => {
		for (const name of Object.keys(numbers)) {
			const expression = `{{ $json.${name} }}`;
			const { error } = await channel.runNode({
				parameters: write(expression),
				items: [{ text: 'Hi', ...numbers }],
			});

			expect(error?.message).toBe(
				`${label} is incomplete: '${expression}' returned nothing [item 0]`,
			);
			expect(error?.description).toContain('If the part may be empty');
		}
		expect(channel.service.requests).toEqual([]);
	},
);

it.each<[title: string, INodeParameters]>([
	["'Contact'", byCustomField("={{ 'customerid=C-' + $json.missing }}")],
	["'Match Value'", upsert('customerid', '={{ `C-${$json.nothing}` }}')],
	["'Match Value'", upsert('customerid', "={{ 'C' + $json.missing }}")],
	["'Match Value'", upsert('email', "={{ $json.missing + '@example.com' }}")],
	["'Send Once per Key'", withKey("={{ 'spring ' + $json.nothing }}")],
	["'Send Once per Key'", withKey('=spring {{ $json.order }}')],
	["'Send Once per Key'", withKey('={{ $json.nothing + $json.text }}')],
	["'Send Once per Key'", withKey("={{ '12' + $json.nothing + $json.text }}")],
	["'Send Once per Key'", withKey('=order-{{ $json.nothing + $json.text }}')],
	["'Send Once per Key'", withKey("={{ ['order', $json.missing].join('-') }}")],
	["'Send Once per Key'", withKey("={{ [$json.order.city?.name, 'order'].join(':') }}")],
	["'Send Once per Key'", withKey("={{ ['a', $json['nothing'], 'b'].join('-') }}")],
	...[
		'$input.item.json.missing',
		'$input.all()[0].json.nothing',
		"$('Start').itemMatching(0).json.empty",
		"$node['Start'].json.missing",
		'$vars.missing',
	].map((field): [string, INodeParameters] => [
		"'Send Once per Key'",
		withKey(`={{ ['order', ${field}].join('-') }}`),
	]),
	["'Send Once per Key'", withKey("={{ 'order ' + $json.empty }}")],
	["'Send Once per Key'", withKey("=spring {{ 'order-' + $json.blank }}")],
	["'Match Value'", upsert('customerid', '={{ `C-${$json.empty.trim()}` }}')],
	["'Contact'", byCustomField("={{ ['customerid=C', $json.missing].join('-') }}")],
	["'Send Once per Key'", withKey('=order-{{ $json.order.toString }}')],
	["'Send Once per Key'", withKey("={{ 'order-' + $json.order.trim }}")],
	["'Contact'", byCustomField('=customerid=C-{{ $json.order.toString }}')],
])('an item fails if a value inside an expression is missing: %s', async (label, parameters) => {
	const { error } = await channel.runNode({
		parameters,
		items: [{ text: 'Hi', order: '#N/A', ...numbers }],
	});

	expect(error?.message).toContain(label);
	expect(error?.message).toMatch(/is incomplete|a part is missing/);
	expect(channel.service.requests).toEqual([]);
});

it('text that only resembles a missing value identifies a contact', async () => {
	const states = ['nullo', 'annullato', 'Null'];
	for (const state of states) {
		channel.service.contacts.create([{ name: 'customerid', value: `${state} 1` }]);
	}

	const { error } = await channel.runNode({
		parameters: byCustomField('=customerid={{ $json.state }} {{ $json.order }}'),
		items: states.map((state) => ({ text: 'Hi', order: 1, state })),
	});

	expect(error).toBeUndefined();
	expect(channel.service.messages).toHaveLength(states.length);
});

it.each([
	"={{ ['order', $json.token].join('-') }}",
	"={{ ['order', $json.missing ?? ''].join('-') }}",
	"={{ $json.empty + '+15550100006' }}",
	"={{ $json.empty + 'https://example.com/order' }}",
	"={{ $json.missing ? 'vip-' : 'guest-' }}{{ $json.text }}",
	"={{ ['order', $json.text, $json.missing].filter(Boolean).join('-') }}",
	"={{ $json.token + '-' + $json.text.trim() }}",
	'={{ $json.token }}',
])('an ID may contain any separators if no part is missing: %s', async (id) => {
	const { error } = await channel.runNode({
		parameters: sendText({ contactId: contact(id) }),
		items: [{ text: 'Hi', token: 'aGk_', ...numbers }],
	});

	expect(error).toBeUndefined();
});

it('a value with a part that may be empty is accepted if it is a single expression', async () => {
	const id = channel.service.contacts.create([{ name: 'customerid', value: 'C-' }]);

	const { error } = await channel.runNode({
		parameters: byCustomField("={{ 'customerid=C-' + ($json.missing ?? '') }}"),
		items: [{ text: 'Hi' }],
	});

	expect(error).toBeUndefined();
	expect(channel.service.messages).toMatchObject([{ contactId: id }]);
});
