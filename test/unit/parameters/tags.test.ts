import { limits } from '../../../nodes/ChannelMessaging/client/model';
import { readTags, readTagsOption } from '../../../nodes/ChannelMessaging/parameters/tags';
import { itemParameters } from './itemParameters';
import { parameterErrorOf } from './parameterErrorOf';

const rows = (...names: unknown[]) => ({ tags: { tag: names.map((name) => ({ name })) } });
const list = (tagList: unknown) => ({ specifyTags: 'list', tagList });
const names = ['newsletter', 'vip'];
const maxCount = limits.tagsPerRequest;

it.each([
	['rows', rows(...names)],
	['a list', list(names)],
])('readTags reads %s', (_title, values) => {
	expect(readTags(itemParameters(values))).toMatchObject({ entries: names, maxCount });
});

it.each([
	[{}, "'Tags' is empty", 'Enter at least one tag.'],
	[{ tags: [{ name: 'vip' }] }, "'Tags' is not a list of tag rows", 'Add each tag'],
	[{ tags: { tag: null } }, "'Tags' is not a list of tag rows", 'Add each tag'],
	[{ tags: { tag: ['vip'] } }, "'Tags' is not a list of tag rows", 'Add each tag'],
	[rows('vip', ' '), "'Name' of tag 2 in 'Tags' is empty", 'Enter a value'],
	[list(''), "'Tag List' is empty", 'Enter at least one tag.'],
])('readTags rejects %j: %s', (values, message, advice) => {
	const error = parameterErrorOf(() => readTags(itemParameters(values)));

	expect(error.message).toBe(message);
	expect(error.advice).toContain(advice);
});

const readOption = (options: object) => readTagsOption(itemParameters({ options }));

it.each([
	['a list', { tags: names }, names],
	['comma-separated text', { tags: 'newsletter, vip' }, names],
	['a missing option as no tags', {}, []],
	['empty text as no tags', { tags: '' }, []],
	['an empty list as no tags', { tags: [] }, []],
])('readTagsOption reads %s', (_title, options, entries) => {
	expect(readOption(options)).toEqual({ entries, noun: 'tags', maxCount });
});

it.each([
	[null, "'Tags' has no value", 'Check the expression'],
	[undefined, "'Tags' has no value", 'Check the expression'],
	['vip,,new', "'Tags', entry 2, is empty", 'Enter a value'],
])('readTagsOption rejects %j: %s', (tags, message, advice) => {
	const error = parameterErrorOf(() => readOption({ tags }));

	expect(error.message).toBe(message);
	expect(error.advice).toContain(advice);
});
