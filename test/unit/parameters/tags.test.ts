import { limits } from '../../../nodes/ChannelMessaging/client/documentedLimits';
import { readTags, readTagsOption } from '../../../nodes/ChannelMessaging/parameters/tags';
import { readTagsToSkip } from '../../../nodes/ChannelMessaging/parameters/skipIfTagged';
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

it.each(['opted-out; blocked', '退订，人工', 'vip\nnew', 'vip, a；b', 'أحمر، أزرق'])(
	'tags are not read from text with another separator: %j',
	(text) => {
		for (const read of [
			() => readTags(itemParameters(list(text))),
			() => readTagsOption(itemParameters({ options: { tags: text } })),
		]) {
			expect(parameterErrorOf(read).message).toContain('which is probably more than one tag');
		}
	},
);

it.each([
	['a row', rows('a; b')],
	['a list', list(['a; b'])],
	['a list as JSON', list('["a; b"]')],
])('a tag with a semicolon is read from %s', (_title, values) => {
	expect(readTags(itemParameters(values)).entries).toEqual(['a; b']);
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

const readSkipped = (skipIfTagged: unknown) =>
	readTagsToSkip(itemParameters({ options: { skipIfTagged } })).map(({ name }) => name);

it.each([
	['full-width commas', '退订，人工', ['退订', '人工']],
	['semicolons', 'opted-out; human', ['opted-out; human', 'opted-out', 'human']],
	['ideographic commas', '退订、人工', ['退订', '人工']],
	['Arabic commas', 'إلغاء، بشري', ['إلغاء', 'بشري']],
	['line breaks', 'opted-out\nhuman', ['opted-out', 'human']],
	['quotation marks', '"opted-out", “human”', ['opted-out', 'human']],
	['a list', ['opted-out', 'a，b'], ['opted-out', 'a，b', 'a', 'b']],
	['a list with one text', ['opted-out, human'], ['opted-out, human', 'opted-out', 'human']],
])('readTagsToSkip reads tags with %s', (_title, entered, tags) => {
	expect(readSkipped(entered)).toEqual(expect.arrayContaining(tags));
});

it.each(['undefined', '[object Object]', '#N/A', '\u200B', 'opted-out, {{ $json.tag }}'])(
	'readTagsToSkip rejects the placeholder %j because it would skip no contact',
	(entered) => {
		expect(parameterErrorOf(() => readSkipped(entered)).message).toContain("'Skip If Tagged'");
	},
);

it('readTagsToSkip rejects tags of more than 100,000 decomposed characters', () => {
	expect(parameterErrorOf(() => readSkipped('\uFDFA'.repeat(10_000))).message).toBe(
		"'Skip If Tagged' is too long",
	);
});
