import fc from 'fast-check';
import type { INodeProperties } from 'n8n-workflow';

import { limits } from '../../../nodes/ChannelMessaging/client/documentedLimits';

/** Slightly more than the limit of the service. */
const maxLength = limits.customFieldsPerRequest + 3;

/** A possible result of an expression: JSON, and values that JSON can't represent. */
const anything = fc.oneof(
	fc.jsonValue(),
	fc.string({ unit: 'binary' }),
	fc.constantFrom(undefined, NaN, Infinity, 2 ** 53, 'a\uD83D', '\uDE00', '.', '..', ''),
	// Can't be converted to text or a number.
	fc.constantFrom({ toString: 1, valueOf: 1 }, [{ toString: null, valueOf: null }]),
);

const text = fc.oneof(
	fc.string({ unit: 'grapheme', minLength: 1, maxLength: limits.charactersPerReply + 5 }),
	fc.webUrl({ withQueryParameters: true }),
);
const texts = fc.array(text, { minLength: 1, maxLength });
const time = fc
	.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
	.map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
const customField = fc.tuple(text, text).map((pair) => pair.join('='));

interface AnyOptions {
	/** The number of typical values per value of any kind. */
	typicalWeight: number;
	/** Empty for collections, to which users add options one by one. */
	requiredKeys?: [];
}

/** Values by the modes of *Contact*. */
const contacts: Readonly<Record<string, fc.Arbitrary<string>>> = {
	phone: fc.stringMatching(/^\+34 ?6\d\d \d{3} \d{3}$/),
	email: fc.emailAddress(),
	customField,
};

/** Mostly values that the editor can store for a parameter of this type. */
function anyValue(property: INodeProperties, { typicalWeight }: AnyOptions) {
	const { name, type, typeOptions, options = [], modes = [], placeholder } = property;
	const orAnything = (typical: fc.Arbitrary<unknown>) =>
		fc.oneof({ weight: typicalWeight, arbitrary: typical }, { weight: 1, arbitrary: anything });
	const anyGroup = (properties: readonly INodeProperties[]) => {
		const row = anyParameters(properties, { typicalWeight });
		if (typeOptions?.multipleValues !== true) return row;
		const rows = (maxRows: number) =>
			fc.array(orAnything(row), { minLength: 1, maxLength: maxRows });
		return fc.oneof({ weight: 4, arbitrary: rows(3) }, { weight: 1, arbitrary: rows(maxLength) });
	};
	switch (type) {
		case 'resourceLocator':
			return orAnything(
				fc.oneof(
					...modes.map(({ name: mode }) =>
						fc.record({ mode: fc.constant(mode), value: contacts[mode] ?? text }),
					),
				),
			);
		case 'options':
			return orAnything(
				fc.constantFrom(...options.map((option) => ('value' in option ? option.value : ''))),
			);
		case 'multiOptions':
			return orAnything(
				fc.subarray(
					options.map((option) => ('value' in option ? option.value : '')),
					{ minLength: 1 },
				),
			);
		case 'boolean':
			// The input contains no file.
			return orAnything(name === 'binaryData' ? fc.constant(false) : fc.boolean());
		case 'number':
			return orAnything(fc.integer({ min: 1, max: 100 }));
		case 'dateTime':
			return orAnything(fc.date({ noInvalidDate: true }).map((date) => date.toISOString()));
		case 'json':
			return orAnything(fc.dictionary(text, text));
		case 'collection':
			return orAnything(
				anyParameters(
					options.filter((option) => 'type' in option),
					{ typicalWeight, requiredKeys: [] },
				),
			);
		case 'fixedCollection':
			return orAnything(
				fc.record(
					Object.fromEntries(
						options.flatMap((group) =>
							'values' in group ? [[group.name, anyGroup(group.values)]] : [],
						),
					),
				),
			);
		default:
			if (name === 'url') return orAnything(fc.webUrl({ withQueryParameters: true }));
			if (placeholder === 'e.g. 09:00') return orAnything(time);
			return orAnything(name.endsWith('List') ? fc.oneof(text, texts) : text);
	}
}

/** Parameters with mostly valid values, so that invalid ones also occur deep inside. */
export function anyParameters(
	properties: readonly INodeProperties[],
	anyOptions: AnyOptions,
): fc.Arbitrary<Record<string, unknown>> {
	return fc.record(
		Object.fromEntries(
			properties.map((property) => [property.name, anyValue(property, anyOptions)]),
		),
		'requiredKeys' in anyOptions ? { requiredKeys: anyOptions.requiredKeys } : {},
	);
}

/** The JSON of an input item. */
export const anyInput = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.jsonValue()), {
	maxKeys: maxLength,
});
