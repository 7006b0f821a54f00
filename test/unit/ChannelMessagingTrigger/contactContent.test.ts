import { contentOf, readContent } from '../../../nodes/ChannelMessagingTrigger/contactContent';

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
] as const)('holds what is watched, and no more: %j', (watched, content) => {
	expect(readContent(contentOf(contact, watched))).toEqual(content);
});

it('is the same in whichever order the service gives it', () => {
	const other = {
		...contact,
		custom_fields: { city: 'Lugo', status: 'lead' },
		tags: ['newsletter', 'vip', 'vip'],
	};
	expect(contentOf(other, 'all')).toBe(contentOf(contact, 'all'));
});

it.each([{}, { custom_fields: null, tags: 'vip' }])('is empty where there is none: %j', (given) => {
	expect(readContent(contentOf(given, 'all'))).toEqual({ custom_fields: {}, tags: [] });
});
