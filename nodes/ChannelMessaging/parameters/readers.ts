import type {
	IDataObject,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
} from 'n8n-workflow';

import { isRecord } from '../client/model';
import { loneSurrogate } from '../texts/loneSurrogate';
import { isBlank } from '../texts/visibleText';
import { dateText } from './dateText';
import { ParameterError } from './parameterError';
import type { Field, HintedProperty, ParameterSet, ParameterValue } from './parameterTypes';
import { kindOf, quotedOrKind } from './quoted';
import { isSingleExpression } from './templates';
import { assertResolved } from './unresolvedExpression';

interface Origin extends Pick<ParameterValue, 'evaluate' | 'raw'> {
	/** Added after the label in error messages if several parameters share the label. */
	place?: string;
}

export function parametersBy(
	valueOf: (name: string) => unknown,
	{ raw, evaluate, place = '' }: Origin = {},
): ParameterSet {
	return {
		get({ name, displayName }) {
			const entered = isRecord(raw) ? raw[name] : undefined;
			return {
				value: withoutPadding({ value: valueOf(name), raw: entered, evaluate }),
				label: `'${displayName}'${place}`,
				raw: entered,
				evaluate,
			};
		},
	};
}

/**
 * Returns the result of an expression that is surrounded only by white space, such as a line break.
 * n8n would convert it to text: an object to `[object Object]`, and a missing value to blank text,
 * which clears custom fields.
 */
function withoutPadding({ value, raw, evaluate }: Omit<ParameterValue, 'label'>): unknown {
	if (evaluate === undefined) return value;
	if (isRecord(raw) && isRecord(value) && raw.__rl === true) {
		const locator = { value: value.value, raw: raw.value, evaluate };
		return { ...value, value: withoutPadding(locator) };
	}
	if (typeof raw !== 'string' || !raw.startsWith('=') || !isSingleExpression(raw)) return value;
	const expression = raw.slice(1).trim();
	return expression === raw.slice(1) ? value : evaluate(expression);
}

/** A missing parameter has the value `undefined`, and an expression without a result has `null`. */
export function parametersIn(values: IDataObject, origin?: Origin) {
	return {
		...parametersBy((name) => (name in values ? (values[name] ?? null) : undefined), origin),
		/** Returns `true` even if the parameter's expression has no result. */
		has: ({ name }: Field) => name in values,
	};
}

export const checkExpression =
	'Check the expression of this parameter and the data of the item that it reads.';

/**
 * Converts numbers, booleans, and dates to text, because expressions often return them. Missing
 * values become empty text.
 */
export function readText(parameter: ParameterValue): string {
	assertResolved(parameter);
	const { label } = parameter;
	const date = dateText(parameter.value);
	if (date === null) {
		throw new ParameterError(`${label} is an invalid date`, checkExpression);
	}
	const value = date ?? parameter.value;
	if (value === undefined || value === null) return '';
	if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
		throw new ParameterError(
			`${label} is ${kindOf(value)}, but must be text`,
			`${checkExpression} To send a list or an object as text, use JSON.stringify() in the expression.`,
		);
	}
	if (typeof value === 'number' && !Number.isFinite(value)) {
		throw new ParameterError(
			`${label} is '${String(value)}', which is not a valid number`,
			checkExpression,
		);
	}
	if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
		throw new ParameterError(
			`${label} is '${String(value)}', which is too large to be an exact number`,
			'The last digits are already lost. Make the previous node return the number as text.',
		);
	}
	const text = String(value);
	if (loneSurrogate.test(text)) {
		throw new ParameterError(
			`${label} contains an incomplete character`,
			'An emoji was probably cut in half when the text was shortened. Shorten the text at another position.',
		);
	}
	return text;
}

/** @param BlankError the class of the error to throw if the text is blank */
export function readFilledText(parameter: ParameterValue, BlankError = ParameterError): string {
	const text = readText(parameter);
	if (!isBlank(text)) return text;
	throw new BlankError(
		`${parameter.label} is empty`,
		'Enter a value, or check the expression and the data of the item that it reads.',
	);
}

/** Returns the default if the label is blank. */
export function readLabel(parameters: ParameterSet, field: INodeProperties): string {
	const text = readText(parameters.get(field));
	return isBlank(text) ? String(field.default) : text.replace(/\s+/g, ' ').trim();
}

/**
 * Throws on text such as `'false'`, which JavaScript would treat as true. Missing values become
 * `false`.
 */
export function readBoolean({ value, label }: ParameterValue): boolean {
	if (value === undefined || value === null) return false;
	if (typeof value === 'boolean') return value;
	throw new ParameterError(
		`${label} is ${quotedOrKind(value)}, neither true nor false`,
		'Turn it on or off, or make the expression return true or false without quotes.',
	);
}

/**
 * Returns `NaN` if the value isn't a number. Text is parsed because expressions often return
 * numbers as text.
 */
export function readNumber(value: unknown): number {
	if (typeof value === 'number') return value;
	return typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN;
}

interface ChoiceField<Value extends string> extends HintedProperty {
	type: 'options';
	default: Value;
	options: Array<INodePropertyOptions & { value: Value }>;
}

/** Only exists so that TypeScript infers the type of the values from the options. */
export function choiceField<const Value extends string>(
	field: ChoiceField<Value>,
): ChoiceField<Value> {
	return field;
}

/**
 * Returns the default for workflows saved before the parameter existed, but not for `null`, which
 * is the result of an expression without a value.
 */
export function readChoice<Value extends string>(
	parameters: ParameterSet,
	field: ChoiceField<Value>,
): Value {
	const { value, label } = parameters.get(field);
	const takesExpressions = field.noDataExpression !== true;
	if (value === undefined || (value === null && !takesExpressions)) return field.default;
	const chosen = field.options.find((option) => option.value === value);
	if (chosen !== undefined) return chosen.value;
	const values = field.options.map((option) => option.value);
	const either = `${values.slice(0, -1).join(', ')} or ${String(values.at(-1))}`;
	throw new ParameterError(
		`${label} is ${quotedOrKind(value)}, which is not one of its options`,
		takesExpressions
			? `Select an option from the list, or make the expression return ${either}.`
			: 'Open the node and select an option from the list.',
	);
}

export function readCollection({ value, label, raw, evaluate }: ParameterValue) {
	const values = value ?? {};
	if (isRecord(values)) return parametersIn(values, { raw, evaluate });
	throw new ParameterError(
		`${label} is not a collection of options`,
		'Add the options one by one, and use expressions for their values only.',
	);
}

export function readRows(
	{ value, label, raw, evaluate }: ParameterValue,
	{ name, displayName }: INodePropertyCollection,
): ParameterSet[] {
	const row = displayName.toLowerCase();
	const collection = value ?? {};
	// n8n omits the key of a fixed collection that has no rows.
	const rows = isRecord(collection) ? { [name]: [], ...collection }[name] : undefined;
	if (!Array.isArray(rows) || !rows.every(isRecord)) {
		throw new ParameterError(
			`${label} is not a list of ${row} rows`,
			`Add each ${row} in its own row.`,
		);
	}
	const rawRows = isRecord(raw) ? raw[name] : undefined;
	return rows.map((values, index) =>
		parametersIn(values, {
			raw: Array.isArray(rawRows) ? rawRows[index] : undefined,
			evaluate,
			place: ` of ${row} ${String(index + 1)} in ${label}`,
		}),
	);
}
