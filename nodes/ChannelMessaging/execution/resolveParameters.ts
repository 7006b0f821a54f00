import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { ChannelCredential } from '../client/credential';
import { isRecord } from '../client/isRecord';
import type { ItemParameters } from '../parameters/parameterTypes';
import { parametersBy } from '../parameters/parameterSet';
import { fileLinksOf } from './fileLinks';
import { separateFiles } from './separateFiles';

function hasExpression(raw: unknown): boolean {
	if (typeof raw === 'string') return raw.startsWith('=');
	return typeof raw === 'object' && raw !== null && Object.values(raw).some(hasExpression);
}

/** Returns whether a resource locator has a fixed mode and an expression as its value. */
function isLocatorOfItsMode(raw: unknown): raw is IDataObject {
	return isRecord(raw) && raw.__rl === true && !hasExpression(raw.mode) && hasExpression(raw.value);
}

/**
 * Resolving parameters uses most of an execution's CPU time, so parameters without expressions are
 * read once for all items.
 */
export function resolveParameters(
	context: IExecuteFunctions,
): (itemIndex: number, credential: ChannelCredential) => ItemParameters {
	const raw = context.getNode().parameters;
	const varying = new Set(Object.keys(raw).filter((name) => hasExpression(raw[name])));
	const fixedValues = new Map<string, unknown>();
	const items = context.getInputData();
	const separate = separateFiles(context);
	const timeZone = context.getTimezone();
	return (itemIndex, credential) => {
		const ownValues = new Map<string, unknown>();
		const valueOf = (name: string) => {
			const values = varying.has(name) ? ownValues : fixedValues;
			if (!values.has(name)) {
				const locator = raw[name];
				// If the mode is fixed, only the value needs to be resolved, which is faster.
				const value: unknown = isLocatorOfItsMode(locator)
					? { ...locator, value: context.getNodeParameter(`${name}.value`, itemIndex, null) }
					: context.getNodeParameter(name, itemIndex, null);
				values.set(name, value);
			}
			return values.get(name);
		};
		const results = new Map<string, unknown>();
		const evaluate = (expression: string) => {
			if (!results.has(expression)) {
				results.set(expression, context.evaluateExpression(expression, itemIndex));
			}
			return results.get(expression);
		};
		return {
			...parametersBy(valueOf, { raw, evaluate }),
			...separate(items[itemIndex]),
			get createLink() {
				return fileLinksOf(context);
			},
			timeZone,
			credential,
		};
	};
}
