import { tagsOf } from '../../../nodes/ChannelMessaging/client/contactTags';

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
		const decomposedLength = 18;
		const tag = '\uFDFA'.repeat(Math.floor(100_000 / decomposedLength));
		expect(tagsOf({ tags: [tag] })).toEqual([tag]);
		expect(tagsOf({ tags: [tag, tag] })).toBeUndefined();
	});

	it('returns undefined if the name of a tag cannot be read', () => {
		for (const tag of [{ id: 3 }, { name: null }, null, ['vip']]) {
			expect(tagsOf({ tags: ['vip', tag] })).toBeUndefined();
		}
	});
});
