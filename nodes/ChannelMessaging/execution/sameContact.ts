import type { INode } from 'n8n-workflow';

import { contactField } from '../parameters/contact';
import { hasExpression } from './items';

/**
 * A list that is sent to one contact is usually a mistake: *Contact* still has the fixed value of
 * the first test.
 */
export function sameContactWarning(
	{ parameters }: Pick<INode, 'parameters'>,
	items: readonly unknown[],
): string | undefined {
	if (items.length < 2 || hasExpression(parameters[contactField.name])) return undefined;
	return `All ${String(items.length)} items have the same contact, because '${contactField.displayName}' contains no expression.`;
}
