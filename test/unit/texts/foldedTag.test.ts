import fc from 'fast-check';

import { foldedTag } from '../../../nodes/ChannelMessaging/texts/foldedTag';

it.each([
	['the final form of sigma', 'ΕΚΤΟΣ ΛΙΣΤΑΣ', 'εκτοσλιστας'],
	['a final sigma before punctuation', 'ΤΕΛΟΣ.', 'τέλος'],
	['Cyrillic letters that look like Latin ones', 'оpted-out', 'OPTED-OUT'],
	['Greek letters that look like Latin ones', 'STΟP', 'stop'],
	['a Latin letter in a Cyrillic word', 'CТОП', 'стоп'],
	['Persian and Arabic letters', 'لغو اشتراک', 'لغو اشتراك'],
	['Persian and Arabic forms of yeh', 'مشتری', 'مشتري'],
	['a stretched Arabic word', 'إيـــقاف', 'ايقاف'],
	['Arabic and Persian digits', 'حملة ٢', 'حملة ۲'],
	['Devanagari and ASCII digits', 'अभियान २', 'अभियान 2'],
	['a missing apostrophe', "don't contact", 'Dont contact'],
	['another apostrophe', 'don`t contact', 'don’t contact'],
	['dots instead of spaces', 'do.not.contact', 'do not contact'],
	['a slash', 'opted/out', 'opted-out'],
	['brackets around a word', 'opted out (2026)', 'opted-out-2026'],
	['angle brackets', '<opted-out>', 'opted-out'],
	['asterisks around it', '**opted-out**', 'opted-out'],
	['a hash sign at the start', '#stop', 'stop'],
	['a bracket and another sign', '#<stop>', '*stop*'],
	['the Arabic percent sign', '٥٠٪', '50%'],
])('foldedTag treats tags as equal despite %s', (_title, one, other) => {
	expect(foldedTag(one)).toBe(foldedTag(other));
});

it.each([
	['1.5', '15'],
	['1/2', '12'],
	['стоп', 'старт'],
	['opted-out', 'opted-in'],
	['18+', '18'],
	['age<18', 'age>18'],
	['<18', '>18'],
	['<=50', '>=50'],
	['A<B', 'A>B'],
	['<>vip', 'vip'],
	['≠vip', 'vip'],
	['≠18', '=18'],
	['≮18', '<18'],
	['~vip', 'vip'],
	['C#', 'C'],
	['C# developer', 'C developer'],
	['5* hotel', '5 hotel'],
	['100%', '100'],
	['R&D', 'rd'],
	['vip@home', 'vip home'],
	['50 µg', '50 mg'],
	['50 μg', '50 mg'],
	['!', '?'],
	['🚫', '✅'],
])('foldedTag treats %s and %s as different', (one, other) => {
	expect(foldedTag(one)).not.toBe(foldedTag(other));
});

it('foldedTag returns the same string for a folded tag', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'grapheme' }), (tag) => {
			expect(foldedTag(foldedTag(tag))).toBe(foldedTag(tag));
		}),
	);
});
