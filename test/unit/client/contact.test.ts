import { contactIdOf } from '../../../nodes/ChannelMessaging/client/model';

describe('the identifier of a contact', () => {
	it.each([
		['text, as it came', { id: 'cus_7' }, 'cus_7'],
		['a number, as text', { id: 7 }, '7'],
		['0, which is a number like any other', { id: 0 }, '0'],
	])('is %s', (_, contact, identifier) => {
		expect(contactIdOf(contact)).toBe(identifier);
	});

	it.each([{}, { id: '' }, { id: null }, { id: true }, { id: ['7'] }, { id: { value: '7' } }])(
		'is none in %j',
		(contact) => {
			expect(contactIdOf(contact)).toBeUndefined();
		},
	);
});
