import fc from 'fast-check';

import { keyOf } from '../../../nodes/ChannelMessaging/phoneNumbers/customFieldReference';

test('keyOf returns equal keys only for equal names and values', () => {
	const anyReference = fc.record({
		kind: fc.constant('customField' as const),
		name: fc.string({ maxLength: 3 }),
		value: fc.string({ maxLength: 3 }),
	});
	fc.assert(
		fc.property(anyReference, anyReference, (a, b) => {
			expect(keyOf(a) === keyOf(b)).toBe(a.name === b.name && a.value === b.value);
		}),
		{
			examples: [
				[
					{ kind: 'customField', name: 'a","b', value: 'c' },
					{ kind: 'customField', name: 'a', value: 'b","c' },
				],
			],
		},
	);
});
