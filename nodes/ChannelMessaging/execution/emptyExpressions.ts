import type { IExecuteFunctions } from 'n8n-workflow';

import { isRecord } from '../client/model';
import { furtherMessagesOption } from '../parameters/furtherMessages';
import { templateExpressions } from '../parameters/templates';
import { sharedTimeSlicer } from '../scheduling/timeSlicer';

/**
 * Warns about expressions that return nothing. Text such as `Hello {{ $json.nmae }}` would
 * otherwise look complete in the output, despite the misspelled field name.
 */
export async function emptyExpressionsWarning(
	context: Pick<IExecuteFunctions, 'evaluateExpression' | 'getInputData' | 'getNode'>,
): Promise<string | undefined> {
	const { text, title, message, options: raw } = context.getNode().parameters;
	const options: unknown = raw;
	const further = isRecord(options) ? options[furtherMessagesOption.name] : undefined;
	const used = templateExpressions([text, title, message, further]);
	const count = context.getInputData().length;
	const slice = sharedTimeSlicer.slice();
	let affected = 0;
	let example: string | undefined;
	for (let itemIndex = 0; itemIndex < count; itemIndex += 1) {
		if (slice.isOver()) await slice.next();
		const empty = used.find((expression) => isEmpty(context, expression, itemIndex));
		if (empty === undefined) continue;
		affected += 1;
		example ??= `${empty} in item ${String(itemIndex)}`;
	}
	if (example === undefined) return undefined;
	const items = affected === 1 ? '1 item' : `${String(affected)} items`;
	return `In ${items}, an expression returned nothing, such as ${example} (the first item is 0). Check the field's name and the data.`;
}

function isEmpty(
	context: Pick<IExecuteFunctions, 'evaluateExpression'>,
	expression: string,
	itemIndex: number,
): boolean {
	try {
		const value = context.evaluateExpression(expression, itemIndex);
		return value === undefined || value === null || value === '';
	} catch {
		// Reading the parameter already reports an expression that throws an error.
		return false;
	}
}
