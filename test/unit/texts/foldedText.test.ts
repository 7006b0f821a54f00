import fc from 'fast-check';

import { foldedName } from '../../../nodes/ChannelMessaging/texts/foldedName';
import { folded } from '../../../nodes/ChannelMessaging/texts/foldedText';

/** ICU ignores case, accents, and invisible characters. */
const collator = new Intl.Collator('en', { sensitivity: 'base' });

const invisible = ['\u200B', '\uFEFF', '\u00AD', '\u2060', '\u200D', '\uFE0F', '\u0007', '\u034F'];
const whiteSpace = [' ', '\u00A0', '\u202F', '\u2009', '\u3000', '\t', '\n'];

/** Letters of alphabets with two cases. */
const letter = fc.oneof(
	fc.integer({ min: 0x41, max: 0x24f }),
	fc.integer({ min: 0x386, max: 0x3ff }),
	fc.integer({ min: 0x400, max: 0x52f }),
	fc.integer({ min: 0x1e00, max: 0x1eff }),
);
const character = letter
	.map((code) => String.fromCodePoint(code))
	.filter((one) => /\p{L}/u.test(one));
const word = fc.string({ unit: character, minLength: 1, maxLength: 8 });

/** Ways to write a text that look the same to people. */
const variations: ReadonlyArray<(text: string, position: number) => string> = [
	(text) => text.toUpperCase(),
	(text) => text.toLowerCase(),
	(text) => text.normalize('NFC'),
	(text) => text.normalize('NFD'),
	// The breve makes another letter of И.
	(text) => text.normalize('NFD').replace(/(?!\u0306)\p{M}/gu, ''),
	(text, position) => insert(text, position, invisible[position % invisible.length] ?? ''),
	(text, position) => text.replaceAll(' ', whiteSpace[position % whiteSpace.length] ?? ''),
	(text) => ` ${text.replaceAll(' ', '  ')}\u00A0`,
	(text) => text.replace(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0)),
];

function insert(text: string, position: number, inserted: string): string {
	const index = position % (text.length + 1);
	return text.slice(0, index) + inserted + text.slice(index);
}

const anyVariations = fc.array(fc.tuple(fc.constantFrom(...variations), fc.nat(40)), {
	minLength: 1,
	maxLength: 4,
});

it('folded texts are equal for all Unicode spellings of a text', () => {
	const text = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
	fc.assert(
		fc.property(text, anyVariations, (original, changes) => {
			const varied = changes.reduce((result, [vary, at]) => vary(result, at), original);
			expect(folded(varied)).toBe(folded(original));
		}),
		{ numRuns: 3_000 },
	);
});

it('folded letters are equal if ICU compares them as equal', () => {
	const letters = Array.from({ length: 0x24f }, (_, code) => String.fromCodePoint(code)).filter(
		(one) => /\p{Script=Latin}/u.test(one),
	);
	const ascii = Array.from('abcdefghijklmnopqrstuvwxyz').flatMap((one) => [
		one,
		`${one}e`,
		`${one}j`,
		`${one}s`,
		`${one}z`,
	]);
	const different = letters.flatMap((one) =>
		ascii
			.filter((base) => collator.compare(one, base) === 0 && folded(one) !== folded(base))
			.map((base) => `${one} is ${base}`),
	);
	// These letters aren't used by any language today.
	expect(different).toEqual(['Ŀ is l', 'ŀ is l', 'ƾ is ts']);
});

it('folded texts differ if ICU compares them as different, except for a Turkish letter', () => {
	fc.assert(
		fc.property(word, word, (one, other) => {
			fc.pre(!/[ıſ]/i.test(one + other));
			if (folded(one) === folded(other)) expect(collator.compare(one, other)).toBe(0);
		}),
		{ numRuns: 2_000 },
	);
	expect(folded('ıptal')).toBe(folded('İPTAL'));
});

it.each([
	['İptal', 'iptal'],
	['Opted\u2011Out'.normalize('NFKD'), 'opted\u2010out'],
	['no\u00A0more', 'No more'],
	['Straße', 'STRASSE'],
	['ΤΕΛΟΣ', 'τέλος'],
	['ｓｔｏｐ', 'Stop'],
	["don't write", 'Don’t write'],
	['"no"', '“No”'],
	['opted-out', 'Opted‑Out'],
	['opted-out', 'opted–out'],
	['إلغاء', 'الغاء'],
	['👍', '👍🏽'],
	['❤', '❤\uFE0F'],
	['👩‍🚀', '👩🏿‍🚀'],
])('folded treats %s and %s as equal', (one, other) => {
	expect(folded(one)).toBe(folded(other));
});

it.each([
	['Japanese', 'パス', 'バス'],
	['Russian', 'мой', 'мои'],
	['Hindi', 'दान', 'दिन'],
	['Thai', 'กิน', 'กัน'],
	['Tamil', 'கல்', 'கால்'],
])('folded keeps the sounds of words in %s', (_language, one, other) => {
	expect(folded(one)).not.toBe(folded(other));
	expect(folded(one.normalize('NFD'))).toBe(folded(one));
});

it('folded keeps a space between words', () => {
	expect(folded(' no \u00A0 more')).toBe('no more');
});

it('foldedName ignores case, white space, underscores, and hyphens, but not accents', () => {
	const separators = fc.constantFrom('', ' ', '_', '-', '\u00A0', ' - ', '\uFEFF');
	fc.assert(
		fc.property(word, word, separators, separators, (one, other, gap, otherGap) => {
			const [name, varied] = [one + gap + other, one + otherGap + other];
			expect(foldedName(name)).toBe(foldedName(varied));
			expect(foldedName(name.toUpperCase())).toBe(foldedName(name.toUpperCase().toLowerCase()));
			if (foldedName(one) === foldedName(other)) {
				expect(collator.compare(one.normalize('NFKC'), other.normalize('NFKC'))).toBe(0);
			}
		}),
	);
	expect(foldedName('First name')).toBe(foldedName('firstName'));
	expect(foldedName('año')).not.toBe(foldedName('ano'));
});

it('foldedName returns a name of more than 1,000 characters unchanged', () => {
	expect(foldedName('N'.repeat(1_000))).toBe('n'.repeat(1_000));
	expect(foldedName('N'.repeat(1_001))).toBe('N'.repeat(1_001));
});
