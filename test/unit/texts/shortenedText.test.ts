import { shortened } from '../../../nodes/ChannelMessaging/texts/shortenedText';

it('a name is shortened to 100 characters and never in the middle of a character', () => {
	expect(shortened('a'.repeat(100))).toBe('a'.repeat(100));
	expect(shortened('a'.repeat(101))).toBe(`${'a'.repeat(100)}…`);
	expect(shortened('😀'.repeat(2 ** 19))).toBe(`${'😀'.repeat(100)}…`);
});
