import * as fc from 'fast-check';

import {
	escapedError,
	escapedHint,
	withEscapes,
} from '../../../nodes/ChannelMessaging/texts/escapedText';

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
			expect(escapedHint(text)).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/);
			expect(asShown(escapedHint(text)).replaceAll('<', '\u2039')).toBe(escapedError(text));
		}),
	);
});

it('an error contains no tag and no control character except line breaks and tabs', () => {
	fc.assert(
		fc.property(anyText, (text) => {
			expect(escapedError(text)).not.toMatch(/<|(?![\n\t])\p{Cc}|[\u202A-\u202E\u2066-\u2069]/u);
		}),
	);
	expect(escapedError('a\u001B[31m\nb\u202E <b>')).toBe('a[31m\nb \u2039b>');
});

it('withEscapes shows the invisible characters in a name', () => {
	expect(withEscapes('\uFEFFphone\u00A0\u{E0001} é')).toBe('\\ufeffphone\\u00a0\\u{e0001} é');
});
