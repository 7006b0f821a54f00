import type { INodePropertyOptions } from 'n8n-workflow';

import { ParameterError } from './parameterError';
import type { HintedProperty, ParameterSet } from './parameterTypes';
import { quotedOrKind } from './quoted';

interface ChoiceField<Value extends string> extends HintedProperty {
	type: 'options';
	default: Value;
	options: Array<INodePropertyOptions & { value: Value }>;
}

/** This function exists only so that TypeScript infers the type of the values from the options. */
export function choiceField<const Value extends string>(
	field: ChoiceField<Value>,
): ChoiceField<Value> {
	return field;
}

/**
 * Returns the default for workflows that were saved before the parameter existed. Doesn't return it
 * for `null`, the result of an expression without a value.
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
