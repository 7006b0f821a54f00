import * as fc from 'fast-check';

import { documentedFieldNames } from '../../../nodes/ChannelMessaging/client/documentedFieldNames';
import { visibleName } from '../../../nodes/ChannelMessaging/parameters/visibleName';
import {
	documentedName,
	namedAsOnContact,
} from '../../../nodes/ChannelMessaging/parameters/mappedNames';
import type { CustomFieldReference } from '../../../nodes/ChannelMessaging/customFieldValues/customFieldReference';

/** ICU ignores case and invisible characters. */
const collator = new Intl.Collator('en', { sensitivity: 'accent' });

/** Spellings of a name as they stand in spreadsheets and forms. */
const spellings = (name: string) => {
	const words = name
		.replace(/([a-z])([A-Z])/g, '$1 $2')
		.replace('customerid', 'customer id')
		.split(' ');
	const separator = fc.constantFrom('', ' ', '_', '-', '\u00A0', ' - ');
	const cases = fc.constantFrom<(word: string) => string>(
		(word) => word.toUpperCase(),
		(word) => word.toLowerCase(),
		(word) => word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase(),
	);
	const edge = fc.constantFrom('', ' ', '\uFEFF', '\u200B', '\t', '\u00A0');
	return fc
		.tuple(separator, cases, edge, edge)
		.map(([joint, change, before, after]) => before + words.map(change).join(joint) + after);
};

const documented = fc
	.constantFrom(...documentedFieldNames)
	.chain((name) => fc.tuple(fc.constant(name), spellings(name)));

it('documentedName resolves all spellings of a documented name', () => {
	fc.assert(
		fc.property(documented, ([name, spelling]) => {
			expect(documentedName(spelling, [])).toBe(name);
		}),
	);
});

it('documentedName returns nothing for names with other letters or digits', () => {
	const other = fc
		.string({ unit: 'grapheme' })
		.filter((text) =>
			documentedFieldNames.every(
				(name) => collator.compare(text.replace(/[\s_-]/g, ''), name) !== 0,
			),
		);
	fc.assert(
		fc.property(other, (name) => {
			expect(documentedName(name, [])).toBeUndefined();
		}),
	);
});

it('documentedName returns nothing if the item already has a field with the documented name', () => {
	expect(documentedName('Phone', ['phone', 'Phone'])).toBeUndefined();
});

const field = (name: string): CustomFieldReference => ({ kind: 'customField', name, value: 'x' });

/** A field of the input item that was mapped to a name. */
const mapped = (from: string, name = from): CustomFieldReference => ({
	...field(name),
	mappedFrom: field(from),
});

it.each<[string, CustomFieldReference[], string[], string[]]>([
	['its exact name', [mapped('Phone', 'phone')], ['Phone', 'phone'], ['Phone']],
	['the documented name', [mapped('PHONE', 'phone')], ['Phone', 'phone'], ['phone']],
	['a similar name', [mapped('Shirt size')], ['shirt_size'], ['shirt_size']],
	['its own name, if several are similar', [mapped('Size')], ['size', 'SIZE'], ['Size']],
	[
		'its own name, if another field is also similar',
		[mapped('Postal code'), mapped('postal_code')],
		['postalCode'],
		['Postal code', 'postal_code'],
	],
	[
		'its own name, if another field has it',
		[mapped('Size'), mapped('size')],
		['size'],
		['Size', 'size'],
	],
	['its own name, if none is similar', [mapped('año')], ['ano'], ['año']],
	['its own name, if it was entered', [field('Size')], ['size'], ['Size']],
])('a mapped field is saved under %s', (_, fields, contactNames, names) => {
	expect(namedAsOnContact(fields, contactNames).map(({ name }) => name)).toEqual(names);
});

it('a visible name has no characters that ICU ignores at its edges', () => {
	const invisible = fc.constantFrom(
		'\uFEFF',
		'\u200B',
		'\u00AD',
		'\u2060',
		' ',
		'\u00A0',
		'\u0000',
	);
	fc.assert(
		fc.property(invisible, invisible, (before, after) => {
			expect(visibleName(`${before}phone${after}`)).toBe('phone');
		}),
	);
});

it('1,000 names are compared with those of a contact in linear time', () => {
	const names = Array.from({ length: 1_000 }, (_, index) => `Column ${String(index)}`);
	const start = performance.now();

	const named = namedAsOnContact(
		names.map((name) => mapped(name)),
		names.map((name) => name.toLowerCase()),
	);

	expect(named.map(({ name }) => name)).toEqual(names.map((name) => name.toLowerCase()));
	// Quadratic time would be many seconds, and linear time is a few milliseconds.
	expect(performance.now() - start).toBeLessThan(2_000);
});
