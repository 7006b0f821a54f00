import {
	contactSearchFields,
	readContact,
	readContactSearch,
} from '../../../nodes/ChannelMessaging/parameters/contact';
import { itemParameters } from './itemParameters';
import { parameterErrorOf } from './parameterErrorOf';

const read = (contactId: unknown) => readContact(itemParameters({ contactId }));

it.each([
	['plain text', 'cus_1000457', 'cus_1000457'],
	['a resource locator', { __rl: true, mode: 'id', value: 'cus_1000457' }, 'cus_1000457'],
	['the list', { __rl: true, mode: 'list', value: 1000457 }, '1000457'],
	['text with slashes, spaces, and dots', '../a b/..', '../a b/..'],
	['three dots', '...', '...'],
])('readContact reads an ID from %s', (_title, value, contactId) => {
	expect(read(value)).toEqual({ kind: 'id', contactId });
});

it.each(['34600000001', '(1)', 'ana +34 600'])(
	'readContact accepts the ID %s, which only resembles a phone number',
	(id) => {
		expect(read(id)).toEqual({ kind: 'id', contactId: id });
	},
);

it.each(['+34600000001', 'ana@example.com'])(
	'readContact accepts the ID %s on a Viber channel, whose IDs have no known format',
	(id) => {
		const parameters = itemParameters({ contactId: id }, {}, 'viber');
		expect(readContact(parameters)).toEqual({ kind: 'id', contactId: id });
	},
);

it.each([
	['phone', '+34 (600) 000-001', '+34600000001'],
	['email', ' ana@example.com\n', 'ana@example.com'],
	['email', '@ana', '@ana'],
])('readContact reads a %s that was entered as an ID: %s', (name, text, value) => {
	for (const contactId of [text, { mode: 'id', value: text }]) {
		expect(read(contactId)).toMatchObject({ name, value, wasEnteredAsId: true });
	}
});

const phone = (value: string, ...otherValues: string[]) => ({ name: 'phone', value, otherValues });
it.each([
	[
		'phone',
		34600000001,
		{ ...phone('34600000001', '+34600000001'), problem: expect.anything() as unknown },
	],
	['phone', '+34 600 000 001', phone('+34600000001', '34600000001', '+34 600 000 001')],
	['phone', ' +34600000001\n', phone('+34600000001', '34600000001')],
	['customField', 'phone=0034 600000001', phone('+34600000001', '34600000001', '0034 600000001')],
	['email', 'ana@example.com', { name: 'email', value: 'ana@example.com' }],
	['customField', ' city = Lugo ', { name: 'city', value: 'Lugo' }],
	['customField', 'note=a=b', { name: 'note', value: 'a=b' }],
])('readContact reads a custom field in mode %s: %s', (mode, value, reference) => {
	expect(read({ mode, value })).toEqual({ kind: 'customField', ...reference });
});

const useId = 'Use the ID from the output of Create, Get, or Get Many.';
it.each([
	['a missing value', undefined, "'Contact' is empty", 'Enter a value'],
	[
		'a resource locator without a value',
		{ mode: 'phone', value: null },
		"'Contact' is empty",
		'Enter a value',
	],
	['an object without a mode', { id: '7' }, "'Contact' is empty", 'Enter a value'],
	['a list', ['7'], "'Contact' is a list, but must be text", 'JSON.stringify()'],
	[
		'an object as the value',
		{ value: { id: '7' } },
		"'Contact' is an object, but must be text",
		'JSON.stringify()',
	],
	['a dot', '.', "'Contact' is '.', which can't be an ID", useId],
	['two dots', { mode: 'id', value: '..' }, "'Contact' is '..', which can't be an ID", useId],
	[
		'the path of the search',
		'by_custom_field',
		"'Contact' is 'by_custom_field', which can't be an ID",
		useId,
	],
])('readContact rejects %s', (_title, value, message, advice) => {
	const error = parameterErrorOf(() => read(value));

	expect(error.message).toBe(message);
	expect(error.advice).toContain(advice);
});

it.each(['customerid', ' =10045', 'customerid= '])(
	"readContact rejects a custom field without a name or a value: '%s'",
	(value) => {
		expect(parameterErrorOf(() => read({ mode: 'customField', value }))).toMatchObject({
			message: `'Contact' is '${value}', but must be the name of a custom field and its value`,
			advice:
				'Enter the name of a custom field, an equals sign, and its value, such as customerid=10045.',
		});
	},
);

describe('readContactSearch', () => {
	const valid = { fieldName: 'phone', fieldValue: '+34600000001', returnAll: false, limit: 50 };
	const readSearch = (values: Record<string, unknown>) =>
		readContactSearch(itemParameters({ ...valid, ...values }));

	it.each([
		['the limit', { limit: ' 1 ' }, { limit: 1, match: { value: '+34600000001' } }],
		['no limit if Return All is on', { returnAll: true, limit: 'x' }, { limit: Infinity }],
		[
			'a name from the list',
			{ fieldName: { mode: 'list', value: 'city' } },
			{ match: { name: 'city' } },
		],
		[
			'a name in text mode',
			{ fieldName: { mode: 'name', value: 'city' } },
			{ match: { name: 'city' } },
		],
		[
			'other formats of a phone number',
			{ fieldValue: '0034 600000001' },
			{ match: { value: '+34600000001', otherValues: ['34600000001', '0034 600000001'] } },
		],
		[
			'the unchanged value of other fields',
			{ fieldName: 'city', fieldValue: '0034 600000001' },
			{ match: { value: '0034 600000001' } },
		],
	])('readContactSearch reads %s', (_title, values, search) => {
		expect(readSearch(values)).toMatchObject(search);
	});

	it.each([
		['a missing name', { fieldName: undefined }, "'Match On' is empty"],
		['an empty name', { fieldName: { mode: 'list', value: '' } }, "'Match On' is empty"],
		['a blank value', { fieldValue: ' ' }, "'Match Value' is empty"],
		['text as a boolean', { returnAll: 'true' }, "'Return All' is 'true', neither true nor false"],
	])('readContactSearch rejects %s', (_title, values, message) => {
		expect(parameterErrorOf(() => readSearch(values)).message).toBe(message);
	});

	it.each([
		['zero', 0, "'0'"],
		['a fraction', 1.5, "'1.5'"],
		['Infinity', Infinity, "'Infinity'"],
		['empty text', '', 'empty'],
		['a word', 'many', "'many'"],
		['null', null, 'empty'],
		['a list', [5], 'a list'],
	])('readContactSearch rejects %s as the limit', (_title, limit, shown) => {
		expect(parameterErrorOf(() => readSearch({ limit }))).toMatchObject({
			message: `'Limit' is ${shown}, which is not a whole number of 1 or more`,
			advice: "Enter how many contacts to return at most, or turn on 'Return All'.",
		});
	});
});

it('Limit is hidden if Return All is on', () => {
	const limit = contactSearchFields.find(({ name }) => name === 'limit');
	expect(limit?.displayOptions).toEqual({ show: { returnAll: [false] } });
});
