import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { ParameterError, type Parameters } from '../parameter';

/** A parameter with a list to choose from. */
interface ChoiceField<Value extends string> extends INodeProperties {
	type: 'options';
	default: Value;
	options: Array<INodePropertyOptions & { value: Value }>;
}

/** The field itself, of which it is known then what can be chosen. */
export function choiceField<const Value extends string>(
	field: ChoiceField<Value>,
): ChoiceField<Value> {
	return field;
}

/** The default where a workflow is older than the field, not where an expression gives nothing. */
export function readChoice<Value extends string>(
	parameters: Parameters,
	field: ChoiceField<Value>,
): Value {
	const { value, subject } = parameters.given(field);
	const takesExpressions = field.noDataExpression !== true;
	if (value === undefined || (value === null && !takesExpressions)) return field.default;
	const chosen = field.options.find((option) => option.value === value);
	if (chosen !== undefined) return chosen.value;
	const values = field.options.map((option) => option.value);
	const either = `${values.slice(0, -1).join(', ')} or ${String(values.at(-1))}`;
	throw new ParameterError(
		`${subject} has an unknown value`,
		takesExpressions
			? `Choose one from the list, or have the expression give ${either}.`
			: 'Open the node and choose one from the list.',
	);
}
