import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { isRecord } from '../api/record';
import { parametersBy } from '../parameters/given';
import type { ItemParameters } from '../parameters/itemParameters';

function hasExpression(raw: unknown): boolean {
	if (typeof raw === 'string') return raw.startsWith('=');
	return typeof raw === 'object' && raw !== null && Object.values(raw).some(hasExpression);
}

type Reader = (itemIndex: number) => unknown;

/** A resource locator that differs from item to item in its value alone. */
function isLocatorOfItsMode(raw: unknown): raw is IDataObject {
	return isRecord(raw) && raw.__rl === true && !hasExpression(raw.mode) && hasExpression(raw.value);
}

/** Reads at the first call, and gives the same from then on. */
function once(read: Reader): Reader {
	const known: unknown[] = [];
	return (itemIndex) => {
		if (known.length === 0) known.push(read(itemIndex));
		return known[0];
	};
}

function readerOf(context: IExecuteFunctions, name: string): Reader {
	const raw = context.getNode().parameters[name];
	const read =
		(path: string): Reader =>
		(itemIndex) =>
			context.getNodeParameter(path, itemIndex, null);
	if (!hasExpression(raw)) return once(read(name));
	if (!isLocatorOfItsMode(raw)) return read(name);
	const value = read(`${name}.value`);
	return (itemIndex) => ({ ...raw, value: value(itemIndex) });
}

/**
 * Gives the parameters of any item. What holds no expression is the same for every item and is read
 * once, and of a resource locator only the value is resolved: resolving parameters is the greater
 * part of what a node costs n8n.
 */
export function parametersOf(context: IExecuteFunctions): (itemIndex: number) => ItemParameters {
	const readers = new Map<string, Reader>();
	const readerFor = (name: string): Reader => {
		const known = readers.get(name);
		if (known !== undefined) return known;
		const reader = readerOf(context, name);
		readers.set(name, reader);
		return reader;
	};
	return (itemIndex) => ({
		...parametersBy((name) => readerFor(name)(itemIndex)),
		input: () => context.getInputData()[itemIndex]?.json ?? {},
		timeZone: () => context.getTimezone(),
	});
}
