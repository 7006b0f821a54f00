import fc from 'fast-check';

import { keysIn } from '../../../nodes/ChannelMessaging/parameters/jsonKeys';

it.each([
	['duplicate keys', '{"a": 1, "a": 2}', [['a', 'a']]],
	['duplicates after nested lists', '{"a": [[1], {"a": 2}], "b": 1, "b": 2}', [['a', 'b', 'b']]],
	['equal keys with different escapes', '{"\\u0061": 1, "a": 2}', [['a', 'a']]],
	['keys with quotes', '{"a\\"": 1, "a\\"": 2}', [['a"', 'a"']]],
	['empty keys', '{"": 1, "": 2}', [['', '']]],
	['keys such as __proto__', '{"__proto__": 1, "__proto__": 2}', [['__proto__', '__proto__']]],
	['the keys of each object in a list', '[{"a": 1}, {"a": 2, "a": [{}]}]', [['a'], ['a', 'a']]],
	['no keys in nested lists', '[[{"a": 1}], 1]', []],
	['no keys of a string', '"a"', []],
])('keysIn returns %s', (_title, json, keys) => {
	expect(keysIn(json)).toEqual(keys);
});

it('keysIn returns the keys of every object in serialized JSON', () => {
	fc.assert(
		fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (object) => {
			expect(keysIn(JSON.stringify(object))).toEqual([Object.keys(object)]);
		}),
	);
});
