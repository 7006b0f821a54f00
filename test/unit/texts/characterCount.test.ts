import fc from 'fast-check';

import { characterCount } from '../../../nodes/ChannelMessaging/texts/characterCount';

it('characterCount counts code points, including lone surrogates', () => {
	const anyCharacter = fc.constantFrom('a', '中', '😀', '\uD83D', '\uDE00', '\u0301');
	fc.assert(
		fc.property(fc.array(anyCharacter), (characters) => {
			const text = characters.join('');
			expect(characterCount(text)).toBe(Array.from(text).length);
		}),
	);
});
