import { readTags, tagsFields } from '../../../../nodes/ChannelMessaging/parameters/contact/tags';
import { parameterErrorOf } from '../parameterErrorOf';
import { givenParameters } from '../givenParameters';

const readChunks = (given: Record<string, unknown>) => readTags(givenParameters(given));
const readRaw = (tags: unknown) => readChunks({ tags }).flat();
const readList = (tagList: unknown) => readChunks({ specifyTags: 'list', tagList }).flat();
const read = (...names: unknown[]) => readRaw({ tag: names.map((name) => ({ name })) });
const names = (count: number) =>
	Array.from({ length: count }, (_, index) => `tag ${String(index)}`);

describe('tags', () => {
	it('are read in their order', () => {
		expect(read('vip', 'newsletter', 'ñandú')).toEqual(['vip', 'newsletter', 'ñandú']);
	});

	it('may be numbers and booleans, which become text', () => {
		expect(read(2025, true)).toEqual(['2025', 'true']);
	});

	it.each([
		['', "'Name' of tag 2 in 'Tags' is empty"],
		[undefined, "'Name' of tag 2 in 'Tags' is empty"],
		[['a'], "'Name' of tag 2 in 'Tags' is a list, but must be text"],
		[{ name: 'a' }, "'Name' of tag 2 in 'Tags' is an object, but must be text"],
		['\uDC00', "'Name' of tag 2 in 'Tags' contains half a character, which can't be sent"],
	])('cannot be named %j', (name, message) => {
		expect(parameterErrorOf(() => read('vip', name)).message).toBe(message);
	});

	it('are at least one', () => {
		const fault = parameterErrorOf(() => readRaw(undefined));
		expect(fault.message).toBe("'Tags' is empty");
		expect(fault.advice).toBe('Add at least one tag.');
	});

	it.each([
		['rows', (tags: string[]) => ({ tags: { tag: tags.map((name) => ({ name })) } })],
		['a list', (tagList: string[]) => ({ specifyTags: 'list', tagList })],
	])('go out in chunks of 10, in their order, from %s', (_, given) => {
		const chunks = readChunks(given(names(25)));
		expect(chunks.map(({ length }) => length)).toEqual([10, 10, 5]);
		expect(chunks.flat()).toEqual(names(25));
	});

	it.each([
		[
			['vip', 'Lugo, old town'],
			['vip', 'Lugo, old town'],
		],
		['vip, newsletter', ['vip', 'newsletter']],
	])('may be one list: %j', (list, tags) => {
		expect(readList(list)).toEqual(tags);
	});

	it('of a list are checked like any', () => {
		const fault = parameterErrorOf(() => readList(''));
		expect(fault.message).toBe("'Tag List' is empty");
		expect(fault.advice).toBe('Give at least one tag.');
		expect(parameterErrorOf(() => readList(['vip', ' '])).message).toBe(
			"'Tag List', entry 2, is empty",
		);
	});

	it('are given in no way but those that are offered', () => {
		const fault = parameterErrorOf(() => readChunks({ specifyTags: 'guessed' }));
		expect(fault.message).toBe("'Specify Tags' has an unknown value");
		expect(fault.advice).toBe('Open the node and choose one from the list.');
	});

	it('have their limit in the rows of the editor', () => {
		const [field] = tagsFields.filter(({ name }) => name === 'tags');
		expect(field?.typeOptions?.maxAllowedFields).toBe(10);
	});
});
