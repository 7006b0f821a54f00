import {
	parseContent,
	watchedContent,
} from '../../../nodes/ChannelMessagingTrigger/watchedContent';

const contact = {
	id: '7',
	custom_fields: { status: 'lead', city: 'Lugo' },
	tags: ['vip', 'newsletter'],
	created_at: 1,
};

it.each([
	[
		'all custom fields and tags',
		contact,
		'all',
		{ custom_fields: { city: 'Lugo', status: 'lead' }, tags: ['newsletter', 'vip'] },
	],
	[
		'only the watched custom fields and tags',
		contact,
		{ fields: ['city', 'phone'], tags: ['vip', 'customer'] },
		{ custom_fields: { city: 'Lugo' }, tags: ['vip'] },
	],
	[
		'tags that a person takes for equal to a watched tag',
		{ tags: ['\u0130ptal', 'No\u00A0more', { name: 'VI\u200BP' }, 'humans'] },
		{ fields: [], tags: ['iptal', 'no more', 'vip', 'human'] },
		{ custom_fields: {}, tags: ['No\u00A0more', 'VI\u200BP', '\u0130ptal'] },
	],
	['no content of an empty contact', {}, 'all', { custom_fields: {}, tags: [] }],
	[
		'no content of a malformed contact',
		{ custom_fields: null, tags: 'vip' },
		'all',
		{ custom_fields: {}, tags: [] },
	],
	[
		'no custom fields without a value',
		{ custom_fields: { score: null, city: '' } },
		'all',
		{ custom_fields: {}, tags: [] },
	],
] as const)('watchedContent returns %s', (_title, watchedContact, watched, content) => {
	expect(parseContent(watchedContent(watchedContact, watched))).toEqual(content);
});

it('watchedContent is independent of the order of custom fields and tags', () => {
	const reordered = {
		...contact,
		custom_fields: { city: 'Lugo', status: 'lead' },
		tags: ['newsletter', 'vip', 'vip'],
	};
	expect(watchedContent(reordered, 'all')).toBe(watchedContent(contact, 'all'));
});

it('watchedContent returns a hash of content that is too large to store', () => {
	const large = (end: string) => ({ tags: ['x'.repeat(100_000) + end] });
	const content = watchedContent(large('1'), 'all');

	expect(content.length).toBeLessThan(50);
	expect(parseContent(content)).toBeUndefined();
	expect(watchedContent(large('1'), 'all')).toBe(content);
	expect(watchedContent(large('2'), 'all')).not.toBe(content);
});
