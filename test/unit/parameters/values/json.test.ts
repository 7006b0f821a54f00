import fc from 'fast-check';

import { repeatedKey } from '../../../../nodes/ChannelMessaging/parameters/values/json';

describe('a key that JSON has twice', () => {
	it.each([
		['{"a": 1, "a": 2}', 'a'],
		['{"a": [[1], {"a": 2}], "b": 1, "b": 2}', 'b'],
		['{"\\u0061": 1, "a": 2}', 'a'],
		['{"a\\"": 1, "a\\"": 2}', 'a"'],
		['{"": 1, "": 2}', ''],
		['{"__proto__": 1, "__proto__": 2}', '__proto__'],
	])('is found in %s', (json, key) => {
		expect(repeatedKey(json)).toBe(key);
	});

	it.each([
		'{"a": "a", "b": "a"}',
		'{"a": "x\\", \\"a\\": 1"}',
		'{"a": {"b": 1}, "b": 2}',
		'[{"a": 1}, {"a": 2}]',
		'{"a": ":", "b": "{"}',
		'"a"',
	])('is not in %s', (json) => {
		expect(repeatedKey(json)).toBeUndefined();
	});

	it('is in no text that was made of an object', () => {
		fc.assert(
			fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (object) => {
				expect(repeatedKey(JSON.stringify(object))).toBeUndefined();
			}),
		);
	});
});
