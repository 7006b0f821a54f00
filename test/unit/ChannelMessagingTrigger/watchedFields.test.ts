import {
	parseContent,
	valueText,
	watchedContent,
} from '../../../nodes/ChannelMessagingTrigger/snapshot';

const contact = {
	id: '7',
	custom_fields: { status: 'lead', city: 'Lugo' },
	tags: ['vip', 'newsletter'],
	created_at: 1,
};
const selected = { fields: ['city', 'phone'], tags: ['vip', 'customer'] };

it.each([
	['all', { custom_fields: { city: 'Lugo', status: 'lead' }, tags: ['newsletter', 'vip'] }],
	[selected, { custom_fields: { city: 'Lugo' }, tags: ['vip'] }],
] as const)('contains only the watched custom fields and tags: %j', (watched, content) => {
	expect(parseContent(watchedContent(contact, watched))).toEqual(content);
});

it('does not depend on the order of custom fields and tags', () => {
	const other = {
		...contact,
		custom_fields: { city: 'Lugo', status: 'lead' },
		tags: ['newsletter', 'vip', 'vip'],
	};
	expect(watchedContent(other, 'all')).toBe(watchedContent(contact, 'all'));
});

it.each([{}, { custom_fields: null, tags: 'vip' }])('is empty for the contact %j', (malformed) => {
	expect(parseContent(watchedContent(malformed, 'all'))).toEqual({ custom_fields: {}, tags: [] });
});

it.each([[{}], [{ score: null }], [{ score: '' }]])(
	'treats the custom fields %j as having no value',
	(custom_fields) => {
		expect(watchedContent({ custom_fields }, 'all')).toBe(watchedContent({}, 'all'));
	},
);

it.each([
	[1, '1'],
	[true, 'true'],
	[['a'], '["a"]'],
	[null, ''],
	[undefined, ''],
])('compares the value %j as the text %j', (value, text) => {
	expect(valueText(value)).toBe(text);
});
