import {
	contactField,
	readContact,
} from '../../../../nodes/ChannelMessaging/parameters/contact/contact';
import { parameterErrorOf } from '../parameterErrorOf';
import { givenParameters } from '../givenParameters';

function read(given: unknown): string | undefined {
	const contact = readContact(givenParameters({ contactId: given }));
	return contact.kind === 'id' ? contact.contactId : undefined;
}

describe("a contact's identifier", () => {
	it.each([
		['plain text', 'cus_1000457', 'cus_1000457'],
		['a resource locator', { __rl: true, mode: 'id', value: 'cus_1000457' }, 'cus_1000457'],
		['a number', 1000457, '1000457'],
		['a number in a resource locator', { mode: 'id', value: 1000457 }, '1000457'],
		['text with slashes, blanks and dots', '../a b/..', '../a b/..'],
		['three dots', '...', '...'],
	])('is read from %s', (_, value, contactId) => {
		expect(read(value)).toBe(contactId);
	});

	it.each([
		['nothing', undefined],
		['empty text', ''],
		['blanks', '  '],
		['an empty resource locator', { __rl: true, mode: 'id', value: '' }],
		['a resource locator whose expression gave null', { __rl: true, mode: 'id', value: null }],
		['an object without a value', { id: '7' }],
	])('is empty where there is %s', (_, value) => {
		expect(parameterErrorOf(() => read(value)).message).toBe("'Contact' is empty");
	});

	it.each([
		['.', "'Contact' is '.', which can't be an ID"],
		['..', "'Contact' is '..', which can't be an ID"],
	])('is never %s, which every HTTP client takes out of a path', (value, message) => {
		for (const given of [value, { mode: 'id', value }]) {
			const fault = parameterErrorOf(() => read(given));
			expect(fault.message).toBe(message);
			expect(fault.advice).toBe('Take the ID from the output of Create, Get or Get Many.');
		}
	});

	it('is never by_custom_field, whose path is that of the search', () => {
		const fault = parameterErrorOf(() => read('by_custom_field'));
		expect(fault.message).toBe("'Contact' is 'by_custom_field', which can't be an ID");
	});

	it.each([
		['a list', ['7'], "'Contact' is a list, but must be text"],
		['a nested object', { value: { id: '7' } }, "'Contact' is an object, but must be text"],
		['a rounded number', 2 ** 64, "'Contact' is too large a number to be exact"],
		['half an emoji', '7\uD83D', "'Contact' contains half a character, which can't be sent"],
	])('cannot be %s', (_, value, message) => {
		expect(parameterErrorOf(() => read(value)).message).toBe(message);
	});

	it.each(['id', 'list', undefined])('is what the mode %s gives', (mode) => {
		expect(read({ __rl: true, mode, value: '7' })).toBe('7');
	});
});

describe('a contact by what one knows', () => {
	it.each([
		['phone', '+34600000001', { name: 'phone', value: '+34600000001' }],
		['phone', 34600000001, { name: 'phone', value: '34600000001' }],
		['email', 'ana@example.com', { name: 'email', value: 'ana@example.com' }],
		['customField', 'customerid=10045', { name: 'customerid', value: '10045' }],
		['customField', ' city = Lugo', { name: 'city', value: ' Lugo' }],
		['customField', 'note=a=b', { name: 'note', value: 'a=b' }],
		['customField', '__proto__=x', { name: '__proto__', value: 'x' }],
	])('by %s: %s', (mode, value, reference) => {
		expect(readContact(givenParameters({ contactId: { mode, value } }))).toEqual({
			kind: 'customField',
			...reference,
		});
	});

	it.each(['customerid', '=10045', ' =10045', 'customerid=', 'customerid= '])(
		'needs a custom field and a value, and %s is not both',
		(value) => {
			const fault = parameterErrorOf(() => read({ mode: 'customField', value }));
			expect(fault.message).toBe("'Contact' is not a custom field and its value");
			expect(fault.advice).toBe(
				'Write the name of the custom field, an equals sign, and its value, such as customerid=10045.',
			);
		},
	);

	it.each(['phone', 'email', 'customField'])('is empty where %s has no value', (mode) => {
		expect(parameterErrorOf(() => read({ mode, value: '' })).message).toBe("'Contact' is empty");
	});
});

describe("the contact's parameter", () => {
	it('is a resource locator that starts empty, with the list first', () => {
		expect(contactField).toMatchObject({
			name: 'contactId',
			type: 'resourceLocator',
			required: true,
			default: { mode: 'list', value: '' },
		});
		expect(contactField.modes?.map(({ name }) => name)).toEqual([
			'list',
			'id',
			'phone',
			'email',
			'customField',
		]);
	});

	it('lists nobody without a search, as the service lists nobody', () => {
		expect(contactField.modes?.[0]?.typeOptions).toMatchObject({
			searchable: true,
			searchFilterRequired: true,
		});
	});
});
