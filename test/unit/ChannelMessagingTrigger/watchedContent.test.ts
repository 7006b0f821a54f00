import {
	changedParts,
	fieldsMissingFrom,
	unknownContent,
	watchedContent,
	withPartsOf,
} from '../../../nodes/ChannelMessagingTrigger/watchedContent';
import { valuesIn } from '../../../nodes/ChannelMessagingTrigger/valuesBefore';

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
		'custom fields whose names differ only in case and separators',
		{ custom_fields: { 'Customer ID': '1', city: 'Lugo' }, tags: [] },
		{ fields: ['customerid'], tags: [] },
		{ custom_fields: { 'Customer ID': '1' }, tags: [] },
	],
	[
		'tags that a person considers equal to a watched tag',
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
	expect(valuesIn(watchedContent(watchedContact, watched))).toEqual(content);
});

it('watchedContent is independent of the order of custom fields and tags', () => {
	const reordered = {
		...contact,
		custom_fields: { city: 'Lugo', status: 'lead' },
		tags: ['newsletter', 'vip', 'vip'],
	};
	expect(watchedContent(reordered, 'all')).toEqual(watchedContent(contact, 'all'));
});

it('watchedContent discards values that are too large', () => {
	const large = (end: string) => watchedContent({ tags: ['x'.repeat(6_000) + end] }, 'all');

	expect(valuesIn(large('1'))).toBeUndefined();
	expect(changedParts(large('1'), large('1'))).toEqual([]);
	expect(changedParts(large('1'), large('2'))).toEqual([null]);
});

const contentWith = (changes: object) => watchedContent({ ...contact, ...changes }, 'all');

describe('the difference of two contents', () => {
	const content = contentWith({});

	it.each([
		['equal contents', content, { changed: [], added: [], removed: [] }],
		[
			'other values',
			contentWith({ custom_fields: { status: 'lead', city: 'Vigo' }, tags: [] }),
			{ changed: ['city', null], added: [], removed: [] },
		],
		[
			'other fields',
			contentWith({ custom_fields: { status: 'lead', plan: 'basic' } }),
			{ changed: [], added: ['plan'], removed: ['city'] },
		],
		[
			'a response without tags',
			contentWith({ tags: undefined }),
			{ changed: [], added: [], removed: [] },
		],
		['unknown content', unknownContent, { changed: [], added: [], removed: [] }],
		[
			'the same values of another contact',
			contentWith({ id: '8' }),
			{ changed: ['city', 'status', null], added: [], removed: [] },
		],
	])('with %s', (_title, other, difference) => {
		expect({
			changed: changedParts(content, other),
			added: fieldsMissingFrom(content, other),
			removed: fieldsMissingFrom(other, content),
		}).toEqual(difference);
	});
});

it('withPartsOf adds the parts that are missing from a response', () => {
	const content = contentWith({});
	const lacking = contentWith({ custom_fields: { status: 'lead' }, tags: undefined });

	expect(withPartsOf(content, ['city', null], lacking).hashes).toBe(content.hashes);
	expect(withPartsOf(content, [null], lacking).parts).toEqual(['status', null]);
	expect(withPartsOf(content, ['city'], content)).toBe(content);
});

it.each(['all', { fields: ['n8nquestion'], tags: [] }] as const)(
	'watchedContent ignores chat questions, which every execution changes (watched: %o)',
	(watched) => {
		const of = (n8nQuestion?: string) =>
			watchedContent(
				{ id: '7', custom_fields: { firstName: 'Ana', ...(n8nQuestion && { n8nQuestion }) } },
				watched,
			);
		expect(of('n8n-question-1:AAAA')).toEqual(of());
		expect(of('n8n-question-2:BBBB')).toEqual(of());
		expect(of('A question')).not.toEqual(of());
	},
);
