import * as fc from 'fast-check';

import { doubtfulText } from '../../../nodes/ChannelMessaging/parameters/doubtfulText';

const label = "'Text'";

/** A text with one expression, whose result is in the middle of it, as n8n joins them. */
function textWith(result: unknown) {
	return {
		label,
		value: `Hello ${String(result)}, welcome`,
		raw: '=Hello {{ $json.name }}, welcome',
		evaluate: () => result,
	};
}

/** Text without any of the characters and words that a mistake contains. */
const harmless = fc
	.string({ unit: 'grapheme' })
	.filter(
		(text) =>
			!/[{}\u0080-\u009f\ufffdÂÃâðÐÑ]|\[object|Invalid|undefined|null|NaN|<%|\*\|/.test(text),
	);

/** Mistakes as programs make them, with text around them in the same result. */
const contained = fc.constantFrom(
	Object.prototype.toString.call({}),
	Object.prototype.toString.call(new Map()),
	String(new Date('soon')),
	new TextDecoder('utf-8').decode(Uint8Array.of(0x92)),
	Buffer.of(0x85).toString('latin1'),
	Buffer.of(0x92).toString('latin1'),
	'{{ $json.name }}',
	'{{$node["A"].json.name',
	'{{ firstName }}',
	'{first_name}',
	'{имя}',
	'${name}',
	'<%= name %>',
	'*|FNAME|*',
	'Invalid date',
	...['Müller', 'señor', 'NIÑO', 'à la', 'don’t', '5 °C', '10 €', 'Привет', '🎉'].map((text) =>
		new TextDecoder('windows-1252').decode(Buffer.from(text)),
	),
	// Node.js 20 decodes Windows-1252 as Latin-1.
	...['â‚¬', 'â†’', 'â„¢', 'âœ…'],
);

it('a mistake anywhere in the result of an expression is found', () => {
	fc.assert(
		fc.property(harmless, contained, harmless, (before, mistake, after) => {
			expect(doubtfulText([textWith(`${before} ${mistake} ${after}`)], {})).toBeDefined();
		}),
	);
});

it('a missing value is found if the result has no other text, or next to a number', () => {
	const value = fc.constantFrom(String(undefined), String(null), String(Number('x')));
	const joint = fc.constantFrom(' ', ', ', ' € ', '-', '/', ' & ');
	fc.assert(
		fc.property(value, value, joint, harmless, (missing, another, between, other) => {
			expect(doubtfulText([textWith(` ${missing} `)], {})).toBeDefined();
			expect(doubtfulText([textWith(missing + between + another + between)], {})).toBeDefined();
			expect(doubtfulText([textWith(`${missing}: ${other} is a word.`)], {})).toBeUndefined();
			expect(doubtfulText([textWith(`10${missing}`)], {})).toBeDefined();
			expect(doubtfulText([textWith(`Total: €1,250.5${missing}.`)], {})).toBeDefined();
			expect(doubtfulText([textWith(`${missing}1,250.5 €`)], {})).toBeDefined();
		}),
	);
});

it('text with many missing values takes linear time', () => {
	const texts = ['Infinity --', '1', '1,', 'null1', 'x1null '].map((part) => part.repeat(10_000));
	const before = performance.now();
	for (const text of texts) expect(doubtfulText([textWith(`${text}x`)], {})).toBeUndefined();
	// With exponential time, the test never ends.
	expect(performance.now() - before).toBeLessThan(60_000);
});

it('doubtfulText accepts all harmless text', () => {
	fc.assert(
		fc.property(harmless, (text) => {
			expect(doubtfulText([textWith(text)], {})).toBeUndefined();
		}),
	);
});

it.each([
	...['AMANHÃ…', '“AMANHÃ”', '« Â »', 'AMANHÃ\u00A0!', 'AMANHÃ – NÃO', 'Ã', 'â', 'São Tomé', 'ÐÐ'],
	...['dev0null', 'A9null', 'x_9null', 'null0byte', 'A9NaN-B', '[1,null,2]', '5.null'],
	...['{ a, b }', '{1}', '50% <10%', '$5 {', 'a | b | c', 'Null', 'nulls', 'Nan and Ana'],
])('the text %s is accepted', (text) => {
	expect(doubtfulText([textWith(text)], {})).toBeUndefined();
});

it('text that a user entered never counts as a mistake', () => {
	fc.assert(
		fc.property(contained, (text) => {
			const entered = { label, value: text, raw: text, evaluate: () => text };
			const beside = {
				label,
				value: `${text} Ana`,
				raw: `=${text.replaceAll('{{', '{')} {{ $json.name }}`,
				evaluate: () => 'Ana',
			};

			expect(doubtfulText([entered, beside], {})).toBeUndefined();
		}),
	);
});
