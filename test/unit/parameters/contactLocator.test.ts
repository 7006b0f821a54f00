import { readContact } from '../../../nodes/ChannelMessaging/parameters/contactLocator';
import { itemParameters } from './itemParameters';
import { parameterErrorOf } from './parameterErrorOf';

const read = (contactId: unknown) => readContact(itemParameters({ contactId }));

it.each([
	['a resource locator', { __rl: true, mode: 'id', value: 'cus_1000457' }, 'cus_1000457'],
	['the list', { __rl: true, mode: 'list', value: 1000457 }, '1000457'],
	['text with slashes, spaces, and dots', '../a b/..', '../a b/..'],
	['dots and a letter', '...a', '...a'],
	['digits, which may be a phone number', '442079460001', '442079460001'],
	['digits in parentheses', '(1)', '(1)'],
	['text that contains a phone number', 'ana +34 600', 'ana +34 600'],
])('readContact reads an ID from %s', (_title, value, contactId) => {
	expect(read(value)).toEqual({ kind: 'id', contactId });
});

it.each(['+442079460001', 'ana@example.com'])(
	'readContact accepts the ID %s on a Viber channel, whose IDs have no known format',
	(id) => {
		const parameters = itemParameters({ contactId: id }, {}, 'viber');
		expect(readContact(parameters)).toEqual({ kind: 'id', contactId: id });
	},
);

it.each([
	['phone', '+44 (20) 7946-0001', '+442079460001'],
	['email', ' ana@example.com\n', 'ana@example.com'],
	['email', 'ana@host', 'ana@host'],
	['phone', '442079460001@c.us', '+442079460001'],
	['phone', 'whatsapp:+442079460001', '+442079460001'],
	['phone', '\u202A+44 20 7946 0001\u202C', '+442079460001'],
	['phone', "'+442079460001", '+442079460001'],
	['phone', '\uFF0B442079460001', '+442079460001'],
	['email', 'ana\uFF20example.com', 'ana@example.com'],
])('readContact reads a %s that was entered as an ID: %s', (name, text, value) => {
	for (const contactId of [text, { mode: 'id', value: text }]) {
		expect(read(contactId)).toMatchObject({ name, value, wasEnteredAsId: true });
	}
});

const phone = (value: string, ...otherValues: string[]) => ({ name: 'phone', value, otherValues });
it.each([
	[
		'phone',
		442079460001,
		{ ...phone('442079460001', '+442079460001'), problem: expect.anything() as unknown },
	],
	['phone', '+44 20 7946 0001', phone('+442079460001', '442079460001', '+44 20 7946 0001')],
	['phone', ' +442079460001\n', phone('+442079460001', ' +442079460001\n', '442079460001')],
	[
		'customField',
		'phone=0044 2079460001',
		phone('+442079460001', '442079460001', '0044 2079460001'),
	],
	['email', 'ana@example.com', { name: 'email', value: 'ana@example.com' }],
	['customField', ' city = Lugo ', { name: 'city', value: 'Lugo', otherValues: [' Lugo '] }],
	['customField', 'note=a=b', { name: 'note', value: 'a=b' }],
])('readContact reads a custom field in mode %s: %s', (mode, value, reference) => {
	expect(read({ mode, value })).toEqual({ kind: 'customField', ...reference });
});

const useId = 'Enter the ID from the output of Create, Get, or Get Many, or';
it.each([
	[
		undefined,
		"'Contact' is empty",
		'Enter a value, or check the expression and the data of the item that it reads.',
	],
	[{ mode: 'phone', value: null }, "'Contact' is empty", 'Enter a value'],
	[{ id: '7', value: 'cus_9' }, "'Contact' is an object, but must be text", 'JSON.stringify()'],
	[['7'], "'Contact' is a list, but must be text", 'JSON.stringify()'],
	[
		{ mode: 'id', value: { id: '7' } },
		"'Contact' is an object, but must be text",
		'JSON.stringify()',
	],
	['.', "'Contact' is '.', which can't be an ID", useId],
	[{ mode: 'id', value: '..' }, "'Contact' is '..', which can't be an ID", useId],
	['by_custom_field', "'Contact' is 'by_custom_field', which can't be an ID", useId],
	[
		{ mode: 'id', value: '1.00046E+15' },
		"'Contact' is '1.00046E+15', which is a number that a spreadsheet shortened, so some digits are lost",
		'Correct the value',
	],
	['-', "'Contact' is '-', which is only punctuation", 'Correct the value'],
	[
		{ mode: 'Phone', value: '442079460001' },
		"The mode of 'Contact' is 'Phone', which is not one of its modes",
		'id, phone, email, or customField',
	],
	[
		{ mode: null, value: '442079460001' },
		"The mode of 'Contact' is empty, which is not one of its modes",
		'id, phone, email, or customField',
	],
])('readContact rejects %j: %s', (value, message, advice) => {
	const error = parameterErrorOf(() => read(value));

	expect(error.message).toBe(message);
	expect(error.advice).toContain(advice);
});

it('readContact suggests the field that an expression probably means', () => {
	const parameters = itemParameters({ contactId: '' }, { '\uFEFFPhone': '+15550100001' });
	const contact = { value: null, label: "'Contact'", raw: '={{ $json.phone }}' };

	const error = parameterErrorOf(() => readContact({ ...parameters, get: () => contact }));

	expect(error.message).toBe("'Contact' is empty");
	expect(error.advice).toBe(
		"The item has the field '\\ufeffPhone', but not 'phone'. Clear 'Contact', then drag the field from the input.",
	);
});

it.each(['customerid', ' =10045', 'customerid= '])(
	"readContact rejects a custom field without a name or a value: '%s'",
	(value) => {
		expect(parameterErrorOf(() => read({ mode: 'customField', value }))).toMatchObject({
			message: `'Contact' is '${value}', but must be the name of a custom field and its value`,
			advice:
				'Enter the name and value of a custom field, separated by an equals sign, such as customerid=10045.',
		});
	},
);

it.each(['id', 'phone', 'email', 'customField'])(
	'readContact rejects more than 10,000 characters in the mode %s',
	(mode) => {
		const error = parameterErrorOf(() => read({ mode, value: `a=${'x'.repeat(10_000)}` }));

		expect(error.message).toContain("'Contact' has more than 10,000 characters");
	},
);
