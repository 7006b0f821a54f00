import { limits } from '../../../nodes/ChannelMessaging/client/model';
import { readTags, readTagsOption } from '../../../nodes/ChannelMessaging/parameters/tags';
import { itemParameters } from './itemParameters';
import { parameterErrorOf } from './parameterErrorOf';

const rows = (...names: unknown[]) => ({ tags: { tag: names.map((name) => ({ name })) } });
const list = (tagList: unknown) => ({ specifyTags: 'list', tagList });
const max = limits.tagsPerRequest;
const names = Array.from({ length: max + 1 }, (_, index) => `tag ${String(index)}`);
const chunks = [names.slice(0, max), names.slice(max)];

it.each([
	['rows', rows(...names)],
	['a list', list(names)],
])('readTags reads %s in chunks that the service accepts', (_title, values) => {
	expect(readTags(itemParameters(values))).toEqual(chunks);
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
	['a long list in chunks', { tags: names }, chunks],
	['comma-separated text', { tags: 'newsletter, vip' }, [['newsletter', 'vip']]],
	['a missing option as no tags', {}, []],
	['empty text as no tags', { tags: '' }, []],
	['an empty list as no tags', { tags: [] }, []],
])('readTagsOption reads %s', (_title, options, tags) => {
	expect(readOption(options)).toEqual(tags);
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
