import type { IExecuteFunctions } from 'n8n-workflow';

import type { ItemParameters } from '../fields/itemParameters';

function hasExpression(raw: unknown): boolean {
	if (typeof raw === 'string') return raw.startsWith('=');
	return typeof raw === 'object' && raw !== null && Object.values(raw).some(hasExpression);
}

/**
 * Gives the parameters of any item. What holds no expression is the same for every item and is read
 * once: resolving parameters is the greater part of what a node costs n8n.
 */
export function parametersOf(context: IExecuteFunctions): (itemIndex: number) => ItemParameters {
	const raw = context.getNode().parameters;
	const fixed = new Map<string, unknown>();
	return (itemIndex) => ({
		value(name) {
			if (fixed.has(name)) return fixed.get(name);
			const value: unknown = context.getNodeParameter(name, itemIndex, null);
			if (!hasExpression(raw[name])) fixed.set(name, value);
			return value;
		},
	});
}
