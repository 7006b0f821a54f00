import { contactIdOf, fieldText, tagsOf } from '../../../nodes/ChannelMessaging/client/model';

describe('contactIdOf', () => {
	it.each([
		{ title: 'a text unchanged', contact: { id: 'cus_7' }, contactId: 'cus_7' },
		{ title: 'a number as text', contact: { id: 7 }, contactId: '7' },
		{ title: 'zero as text', contact: { id: 0 }, contactId: '0' },
	])('returns $title', ({ contact, contactId }) => {
		expect(contactIdOf(contact)).toBe(contactId);
	});

	it('returns no ID with half a character', () => {
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

describe('fieldText', () => {
	it.each([
		['Lugo', 'Lugo'],
		[7, '7'],
		[null, ''],
		[['a'], '["a"]'],
		[undefined, ''],
	])('returns %j as text', (value, text) => {
		expect(fieldText({ custom_fields: { city: value } }, 'city')).toBe(text);
	});

	it('returns undefined for a contact without the field', () => {
		for (const contact of [{}, { custom_fields: {} }, { custom_fields: null }]) {
			expect(fieldText(contact, 'constructor')).toBeUndefined();
		}
	});
});

describe('tagsOf', () => {
	it('returns the names of tags, including tags that are objects or numbers', () => {
		const tags = ['vip', { id: 3, name: 'opted-out' }, 2024];
		expect(tagsOf({ tags })).toEqual(['vip', 'opted-out', '2024']);
	});

	it('returns no tags if there are more than 10,000, or more than 100,000 characters', () => {
		expect(tagsOf({ tags: Array<string>(10_000).fill('vip') })).toHaveLength(10_000);
		expect(tagsOf({ tags: Array<string>(10_001).fill('vip') })).toBeUndefined();
		expect(tagsOf({ tags: ['a'.repeat(99_999), 'b'] })).toHaveLength(2);
		expect(tagsOf({ tags: ['a'.repeat(100_000), 'b'] })).toBeUndefined();
	});

	it('returns undefined if the name of a tag cannot be read', () => {
		for (const tag of [{ id: 3 }, { name: null }, null, ['vip']]) {
			expect(tagsOf({ tags: ['vip', tag] })).toBeUndefined();
		}
	});
});
