import { contactField, readContact } from '../../../nodes/ChannelMessaging/parameters/contact';
import { givenParameters } from './givenParameters';
import { parameterErrorOf } from './parameterErrorOf';

const read = (contactId: unknown) => readContact(givenParameters({ contactId }));

it.each([
	['plain text', 'cus_1000457', 'cus_1000457'],
	['a resource locator', { __rl: true, mode: 'id', value: 'cus_1000457' }, 'cus_1000457'],
	['the list', { __rl: true, mode: 'list', value: 1000457 }, '1000457'],
	['text with slashes, blanks and dots', '../a b/..', '../a b/..'],
	['three dots', '...', '...'],
])('an identifier is read from %s', (_, value, contactId) => {
	expect(read(value)).toEqual({ kind: 'id', contactId });
});

it.each([
	['phone', 34600000001, { name: 'phone', value: '34600000001' }],
	[
		'phone',
		'+34 600 000 001',
		{
			name: 'phone',
			value: '+34600000001',
			otherSpellings: ['34600000001', '+34 600 000 001'],
		},
	],
	[
		'customField',
		'phone=0034-600-000-001',
		{
			name: 'phone',
			value: '+34600000001',
			otherSpellings: ['34600000001', '0034-600-000-001'],
		},
	],
	['email', 'ana@example.com', { name: 'email', value: 'ana@example.com' }],
	['customField', ' city = Lugo ', { name: 'city', value: 'Lugo' }],
	[
		'phone',
		' +34600000001\n',
		{ name: 'phone', value: '+34600000001', otherSpellings: ['34600000001'] },
	],
	['customField', 'note=a=b', { name: 'note', value: 'a=b' }],
])('a contact may be given by what one knows, %s: %s', (mode, value, reference) => {
	expect(read({ mode, value })).toEqual({ kind: 'customField', ...reference });
});

it.each([
	[undefined, "'Contact' is empty"],
	[{ __rl: true, mode: 'phone', value: null }, "'Contact' is empty"],
	[{ id: '7' }, "'Contact' is empty"],
	[['7'], "'Contact' is a list, but must be text"],
	[{ value: { id: '7' } }, "'Contact' is an object, but must be text"],
])('a contact cannot be %j', (value, message) => {
	expect(parameterErrorOf(() => read(value)).message).toBe(message);
});

it.each(['.', '..', 'by_custom_field'])(
	'an identifier is never %s, whose path would lead elsewhere',
	(value) => {
		for (const given of [value, { mode: 'id', value }]) {
			const fault = parameterErrorOf(() => read(given));
			expect(fault.message).toBe(`'Contact' is '${value}', which can't be an ID`);
			expect(fault.advice).toBe('Use the ID from the output of Create, Get, or Get Many.');
		}
	},
);

it.each(['customerid', ' =10045', 'customerid= '])(
	'a custom field needs a name and a value, and %s is not both',
	(value) => {
		const fault = parameterErrorOf(() => read({ mode: 'customField', value }));
		expect(fault.message).toBe("'Contact' must be the name of a custom field and its value");
		expect(fault.advice).toBe(
			'Enter the name of a custom field, an equals sign, and its value, such as customerid=10045.',
		);
	},
);

it('the editor begins with the list, which can be searched', () => {
	expect(contactField).toMatchObject({ required: true, default: { mode: 'list', value: '' } });
	const modes = contactField.modes?.map(({ name }) => name);
	expect(modes).toEqual(['list', 'id', 'phone', 'email', 'customField']);
	expect(contactField.modes?.[0]?.typeOptions).toMatchObject({ searchable: true });
});
