import { readTags, tagsField } from '../../../../nodes/ChannelMessaging/fields/tags';
import { faultOf } from './faultOf';
import { givenParameters } from './givenParameters';

const readRaw = (tags: unknown) => readTags(givenParameters({ tags }));
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

	it('are at most 10', () => {
		expect(read(...names(10))).toHaveLength(10);
		expect(faultOf(() => read(...names(11))).message).toBe(
			"'Tags' has 11 rows, but the service takes at most 10",
		);
	});

	it.each([
		['', "'Name' of tag 2 in 'Tags' is empty"],
		[undefined, "'Name' of tag 2 in 'Tags' is empty"],
		[['a'], "'Name' of tag 2 in 'Tags' is a list, but must be text"],
		[{ name: 'a' }, "'Name' of tag 2 in 'Tags' is an object, but must be text"],
		['\uDC00', "'Name' of tag 2 in 'Tags' contains half of a character, which cannot be sent"],
	])('cannot be named %j', (name, message) => {
		expect(faultOf(() => read('vip', name)).message).toBe(message);
	});

	it('are at least one', () => {
		const fault = faultOf(() => readRaw(undefined));
		expect(fault.message).toBe("'Tags' is empty");
		expect(fault.advice).toBe('Add at least one tag.');
	});

	it('have their limits in the editor too', () => {
		expect(tagsField.typeOptions).toMatchObject({
			multipleValues: true,
			minRequiredFields: 1,
			maxAllowedFields: 10,
		});
	});
});
