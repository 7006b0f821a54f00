import fc from 'fast-check';
import type { INodeProperties } from 'n8n-workflow';

import { limits } from '../../../nodes/ChannelMessaging/client/model';

/** Slightly more than the service accepts. */
const maxLength = limits.customFieldsPerRequest + 3;

/** A possible result of an expression: JSON, and values that JSON can't represent. */
const anything = fc.oneof(
	fc.jsonValue(),
	fc.string({ unit: 'binary' }),
	fc.constantFrom(undefined, NaN, Infinity, 2 ** 53, 'a\uD83D', '\uDE00', '.', '..', ''),
	// Can't be converted to text or a number.
	fc.constantFrom({ toString: 1, valueOf: 1 }, [{ toString: null, valueOf: null }]),
);

const orAnything = (typical: fc.Arbitrary<unknown>) =>
	fc.oneof({ weight: 6, arbitrary: typical }, { weight: 1, arbitrary: anything });

const text = fc.oneof(
	fc.string({ unit: 'grapheme', minLength: 1, maxLength: limits.charactersPerReply + 5 }),
	fc.webUrl({ withQueryParameters: true }),
);
const texts = fc.array(text, { minLength: 1, maxLength });
const customField = fc.tuple(text, text).map((pair) => pair.join('='));

/** Mostly values that the editor can store for a parameter of this type. */
function anyValue({ name, type, typeOptions, options = [], modes = [] }: INodeProperties) {
	switch (type) {
		case 'resourceLocator':
			return orAnything(
				fc.record({
					mode: fc.constantFrom(...modes.map((mode) => mode.name)),
					value: fc.oneof(text, customField, fc.constant('+34600000001'), fc.emailAddress()),
				}),
			);
		case 'options':
			return orAnything(
				fc.constantFrom(...options.map((option) => ('value' in option ? option.value : ''))),
			);
		case 'boolean':
			return orAnything(fc.boolean());
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
					// Users add options one by one.
					{ requiredKeys: [] },
				),
			);
		case 'fixedCollection':
			return orAnything(
				fc.record(
					Object.fromEntries(
						options.flatMap((group) =>
							'values' in group ? [[group.name, anyGroup(group.values, typeOptions)]] : [],
						),
					),
				),
			);
		default:
			return orAnything(name.endsWith('List') ? fc.oneof(text, texts) : text);
	}
}

const anyGroup = (
	properties: readonly INodeProperties[],
	typeOptions: INodeProperties['typeOptions'],
) => (typeOptions?.multipleValues === true ? anyRows(properties) : anyParameters(properties));

const anyRows = (properties: readonly INodeProperties[]) =>
	fc.array(orAnything(anyParameters(properties)), { minLength: 1, maxLength });

/** Parameters with mostly valid values, so that invalid ones also occur deep inside. */
export function anyParameters(
	properties: readonly INodeProperties[],
	constraints: { requiredKeys?: [] } = {},
): fc.Arbitrary<Record<string, unknown>> {
	return fc.record(
		Object.fromEntries(properties.map((property) => [property.name, anyValue(property)])),
		constraints,
	);
}

/** The JSON of an input item. */
export const anyInput = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.jsonValue()), {
	maxKeys: maxLength,
});
