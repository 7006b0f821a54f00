import { contactIdField, readContactId } from '../../../../nodes/ChannelMessaging/fields/contactId';
import { faultOf } from './faultOf';
import { givenParameters } from './givenParameters';

const read = (contactId: unknown) => readContactId(givenParameters({ contactId }));

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
		expect(faultOf(() => read(value)).message).toBe("'Contact' is empty");
	});

	it.each([
		['.', "'Contact' is '.', which cannot be an identifier"],
		['..', "'Contact' is '..', which cannot be an identifier"],
	])('is never %s, which every HTTP client takes out of a path', (value, message) => {
		for (const given of [value, { mode: 'id', value }]) {
			const fault = faultOf(() => read(given));
			expect(fault.message).toBe(message);
			expect(fault.advice).toBe('Take the identifier from the output of Create, Get or Get Many.');
		}
	});

	it.each([
		['a list', ['7'], "'Contact' is a list, but must be text"],
		['a nested object', { value: { id: '7' } }, "'Contact' is an object, but must be text"],
		['a rounded number', 2 ** 64, "'Contact' is a number too large to be exact"],
		['half an emoji', '7\uD83D', "'Contact' contains half of a character, which cannot be sent"],
	])('cannot be %s', (_, value, message) => {
		expect(faultOf(() => read(value)).message).toBe(message);
	});

	it('is asked for as a resource locator that starts empty', () => {
		expect(contactIdField).toMatchObject({
			name: 'contactId',
			type: 'resourceLocator',
			required: true,
			default: { mode: 'id', value: '' },
		});
	});
});
