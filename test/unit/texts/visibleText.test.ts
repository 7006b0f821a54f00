import fc from 'fast-check';

import { isBlank, visibleText } from '../../../nodes/ChannelMessaging/texts/visibleText';

it('visibleText only removes invisible characters', () => {
	const hidden = ['\uFEFF', '\u200B', '\u00AD', '\u2060', '\u0000', '\u0092', '\u2800'];
	const invisible = fc.constantFrom(...hidden);
	const visible = fc.constantFrom(
		'a',
		'Ñ',
		'é',
		'日',
		'ش',
		'😀',
		' ',
		'\t',
		'\n',
		'\u00A0',
		'=',
		'_',
	);
	fc.assert(
		fc.property(fc.array(fc.oneof(visible, invisible)), (characters) => {
			expect(visibleText(characters.join(''))).toBe(
				characters.filter((one) => !hidden.includes(one)).join(''),
			);
		}),
	);
});

it.each([
	['a Persian word', 'می\u200Cخواهم'],
	['a family emoji', '👨\u200D👩\u200D👧'],
	['a Hindi word', 'क्\u200Dष'],
])('visibleText keeps the joiners of %s', (_title, text) => {
	expect(visibleText(text)).toBe(text);
});

it('visibleText removes joiners between Latin letters', () => {
	expect(visibleText('fi\u200Crst\u200DName')).toBe('firstName');
});

it('visibleText does not examine more than 100,000 characters', () => {
	const limit = '\u200D'.repeat(100_000);
	expect(visibleText(limit)).toBe('');
	expect(visibleText(`${limit}a`)).toBe(`${limit}a`);
});

it('visibleText removes runs of joiners, of which none can be visible', () => {
	expect(visibleText('ن\u200D\u200Cن👩\u200D\u200D\u2060👩')).toBe('نن👩👩');
});

it('a text is blank if it only contains white space and invisible characters', () => {
	const spaces = [' ', '\t', '\n', '\u0085', '\u00A0', '\u3000'];
	const invisible = ['\uFEFF', '\u200B', '\u200E', '\u2800', '\u3164', '\uFE0F', '\u0000'];
	const unit = fc.constantFrom(...spaces, ...invisible);
	fc.assert(
		fc.property(fc.string({ unit }), fc.string({ unit }), (before, after) => {
			expect(isBlank(before + after)).toBe(true);
			for (const visible of ['a', '0', '-', '日', '😀', 'ش']) {
				expect(isBlank(before + visible + after)).toBe(false);
			}
		}),
	);
});
