import fc from 'fast-check';

import { keysIn } from '../../../nodes/ChannelMessaging/parameters/readers';

describe('the keys that are written in JSON', () => {
	it.each([
		['{"a": 1, "a": 2}', ['a', 'a']],
		['{"a": [[1], {"a": 2}], "b": 1, "b": 2}', ['a', 'b', 'b']],
		['{"\\u0061": 1, "a": 2}', ['a', 'a']],
		['{"a\\"": 1, "a\\"": 2}', ['a"', 'a"']],
		['{"": 1, "": 2}', ['', '']],
		['{"__proto__": 1, "__proto__": 2}', ['__proto__', '__proto__']],
		['{"a": "a", "b": "a"}', ['a', 'b']],
		['{"a": "x\\", \\"a\\": 1"}', ['a']],
		['{"a": {"b": 1}, "b": 2}', ['a', 'b']],
		['[{"a": 1}, {"a": 2}]', []],
		['{"a": ":", "b": "{"}', ['a', 'b']],
		['"a"', []],
	])('of %s are %j', (json, keys) => {
		expect(keysIn(json)).toEqual(keys);
	});

	it('are those of the object that the text was made of', () => {
		fc.assert(
			fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (object) => {
				expect(keysIn(JSON.stringify(object))).toEqual(Object.keys(object));
			}),
		);
	});
});
