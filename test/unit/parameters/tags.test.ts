import { readTags, readTagsOption } from '../../../nodes/ChannelMessaging/parameters/tags';
import { givenParameters } from './givenParameters';
import { parameterErrorOf } from './parameterErrorOf';

const rows = (...names: unknown[]) => ({ tags: { tag: names.map((name) => ({ name })) } });
const list = (tagList: unknown) => ({ specifyTags: 'list', tagList });
const read = (given: Record<string, unknown>) => readTags(givenParameters(given));

describe('tags', () => {
	it.each([
		['rows', (names: string[]) => rows(...names)],
		['a list', list],
	])('go out in chunks of 10, in their order, from %s', (_, given) => {
		const names = Array.from({ length: 25 }, (_name, index) => `tag ${String(index)}`);
		const chunks = [names.slice(0, 10), names.slice(10, 20), names.slice(20)];
		expect(read(given(names))).toEqual(chunks);
	});

	it.each([
		[{}, "'Tags' is empty", 'Enter at least one tag.'],
		[{ tags: [{ name: 'vip' }] }, "'Tags' is not a list of tag rows", 'Add each tag'],
		[rows(), "'Tags' is empty", 'Enter at least one tag.'],
		[{ tags: { tag: null } }, "'Tags' is not a list of tag rows", 'Add each tag as a row'],
		[{ tags: { tag: ['vip'] } }, "'Tags' is not a list of tag rows", 'Add each tag as a row'],
		[rows('vip', ' '), "'Name' of tag 2 in 'Tags' is empty", 'Enter a value'],
		[list(''), "'Tag List' is empty", 'Enter at least one tag.'],
		[list(['vip', ' ']), "'Tag List', entry 2, is empty", 'Enter a value'],
	])('are refused in %j', (given, message, advice) => {
		const fault = parameterErrorOf(() => read(given));
		expect(fault.message).toBe(message);
		expect(fault.advice).toContain(advice);
	});
});

describe('the option Tags', () => {
	const readOption = (options: object) => readTagsOption(givenParameters({ options }));

	it('gives chunks of 10 too', () => {
		const names = Array.from({ length: 11 }, (_, index) => `tag ${String(index)}`);
		expect(readOption({ tags: names })).toEqual([names.slice(0, 10), names.slice(10)]);
		expect(readOption({ tags: 'newsletter, vip' })).toEqual([['newsletter', 'vip']]);
	});

	it.each([{}, { tags: '' }, { tags: [] }])('gives none for %j', (options) => {
		expect(readOption(options)).toEqual([]);
	});

	it.each([
		[null, "'Tags' has no value", 'Check the expression'],
		[undefined, "'Tags' has no value", 'Check the expression'],
		['vip,,new', "'Tags', entry 2, is empty", 'Enter a value'],
	])('refuses %j', (tags, message, advice) => {
		const fault = parameterErrorOf(() => readOption({ tags }));
		expect(fault.message).toBe(message);
		expect(fault.advice).toContain(advice);
	});
});
