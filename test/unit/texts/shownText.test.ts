import * as fc from 'fast-check';

import { errorText, hintHtml, shortened } from '../../../nodes/ChannelMessaging/texts/shownText';

const anyText = fc.oneof(
	fc.string({ unit: 'binary' }),
	fc.constantFrom('<img src=x onerror=a>', '&lt;b&gt;', 'a\u202Eb', 'a\u001B[31mb', 'a\nb\tc'),
);

/** Reads entities as a browser does. */
const asShown = (html: string) =>
	html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

it('a hint contains no tag and shows the text that it received', () => {
	fc.assert(
		fc.property(anyText, (text) => {
			expect(hintHtml(text)).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/);
			expect(asShown(hintHtml(text)).replaceAll('<', '\u2039')).toBe(errorText(text));
		}),
	);
});

it('an error contains no tag and no control character except line breaks and tabs', () => {
	fc.assert(
		fc.property(anyText, (text) => {
			expect(errorText(text)).not.toMatch(/<|(?![\n\t])\p{Cc}|[\u202A-\u202E\u2066-\u2069]/u);
		}),
	);
	expect(errorText('a\u001B[31m\nb\u202E <b>')).toBe('a[31m\nb \u2039b>');
});

it('a name is shortened to 100 characters and never in the middle of a character', () => {
	expect(shortened('a'.repeat(100))).toBe('a'.repeat(100));
	expect(shortened('a'.repeat(101))).toBe(`${'a'.repeat(100)}…`);
	expect(shortened('😀'.repeat(2 ** 19))).toBe(`${'😀'.repeat(100)}…`);
});
