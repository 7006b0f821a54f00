import { contactIdOf } from '../../../nodes/ChannelMessaging/client/contactId';

describe('contactIdOf', () => {
	it.each([
		{ title: 'a text unchanged', contact: { id: 'cus_7' }, contactId: 'cus_7' },
		{ title: 'a number as text', contact: { id: 7 }, contactId: '7' },
		{ title: 'zero as text', contact: { id: 0 }, contactId: '0' },
	])('returns $title', ({ contact, contactId }) => {
		expect(contactIdOf(contact)).toBe(contactId);
	});

	it('returns no ID that contains half a character', () => {
		expect(contactIdOf({ id: '7\uD83D' })).toBeUndefined();
		expect(contactIdOf({ id: '7\u{1F600}' })).toBe('7\u{1F600}');
	});

	it('returns an ID with 1,000 characters, but not one with more', () => {
		expect(contactIdOf({ id: '7'.repeat(1_000) })).toHaveLength(1_000);
		expect(contactIdOf({ id: '7'.repeat(1_001) })).toBeUndefined();
	});

	it('returns undefined for other values', () => {
		const contacts = [{}, { id: '' }, { id: null }, { id: true }, { id: ['7'] }, { id: 2 ** 53 }];
		expect(contacts.map(contactIdOf)).toEqual(contacts.map(() => undefined));
	});
});
