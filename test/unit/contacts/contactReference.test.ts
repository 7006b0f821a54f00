import fc from 'fast-check';

import { keyOf } from '../../../nodes/ChannelMessaging/contacts/findContact';

const reference = fc.record({
	kind: fc.constant('customField' as const),
	name: fc.string({ maxLength: 3 }),
	value: fc.string({ maxLength: 3 }),
});

it('the key of a reference is the same for the same name and value, and for no others', () => {
	fc.assert(
		fc.property(reference, reference, (one, other) => {
			const areSame = one.name === other.name && one.value === other.value;
			expect(keyOf(one) === keyOf(other)).toBe(areSame);
		}),
	);
	const key = (name: string, value: string) => keyOf({ kind: 'customField', name, value });
	expect(key('a","b', 'c')).not.toBe(key('a', 'b","c'));
});
