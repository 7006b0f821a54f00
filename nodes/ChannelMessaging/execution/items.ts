import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { ChannelCredential } from '../client/credential';
import { isRecord } from '../client/model';
import type { Operation, PreparedItem } from '../operations/operation';
import { MissingContactError } from '../parameters/contact';
import { readSkipsMissingContact } from '../parameters/options';
import { type ItemParameters, parametersBy } from '../parameters/parameter';
import { sharedTimeSlicer } from '../scheduling/timeSlicer';
import { fileLinksOf } from './fileLinks';
import type { ItemCredential } from './itemCredentials';
import type { FailedItem, SkippedItem } from './itemOutcome';

function hasExpression(raw: unknown): boolean {
	if (typeof raw === 'string') return raw.startsWith('=');
	return typeof raw === 'object' && raw !== null && Object.values(raw).some(hasExpression);
}

/** A locator with an expression in its value, but not in its mode. */
function isLocatorOfItsMode(raw: unknown): raw is IDataObject {
	return isRecord(raw) && raw.__rl === true && !hasExpression(raw.mode) && hasExpression(raw.value);
}

function memoized<Value>(read: (key: string) => Value): (key: string) => Value {
	const known = new Map<string, { value: Value }>();
	return (key) => {
		const entry = known.get(key) ?? { value: read(key) };
		known.set(key, entry);
		return entry.value;
	};
}

function readerOf(
	context: IExecuteFunctions,
	name: string,
	raw: unknown,
): (itemIndex: number) => unknown {
	const read = (path: string, itemIndex: number) => context.getNodeParameter(path, itemIndex, null);
	if (!hasExpression(raw)) {
		const value = read(name, 0);
		return () => value;
	}
	if (!isLocatorOfItsMode(raw)) return (itemIndex) => read(name, itemIndex);
	return (itemIndex) => ({ ...raw, value: read(`${name}.value`, itemIndex) });
}

/**
 * Resolving parameters is most of the work in an execution. That's why parameters without
 * expressions are read once for all items, and other parameters once per item. For a resource
 * locator, only its value is resolved.
 */
function parametersOf(
	context: IExecuteFunctions,
): (itemIndex: number, credential: ChannelCredential) => ItemParameters {
	const raw = context.getNode().parameters;
	const readerFor = memoized((name) => readerOf(context, name, raw[name]));
	const items = context.getInputData();
	const createLink = fileLinksOf(context);
	const timeZone = context.getTimezone();
	return (itemIndex, { channelType, phoneNumbers }) => ({
		...parametersBy(
			memoized((name) => readerFor(name)(itemIndex)),
			{ raw },
		),
		input: items[itemIndex]?.json ?? {},
		files: items[itemIndex]?.binary ?? {},
		createLink,
		timeZone,
		channelType,
		phoneNumbers,
	});
}

export type DeliverableItem = PreparedItem & { credential: ChannelCredential };

export type ReadItem = DeliverableItem | FailedItem | SkippedItem;

/** Sends no requests. */
export async function readItems(
	context: IExecuteFunctions,
	operation: Operation,
	credentials: readonly ItemCredential[],
): Promise<ReadItem[]> {
	const parameters = parametersOf(context);
	const read: ReadItem[] = [];
	const slice = sharedTimeSlicer.slice();
	for (const [itemIndex, item] of credentials.entries()) {
		if (slice.isOver()) await slice.next();
		if (item.kind === 'failed') {
			read.push(item);
			continue;
		}
		const { credential } = item;
		let skipsMissingContact = false;
		try {
			const ofItem = parameters(itemIndex, credential);
			skipsMissingContact = readSkipsMissingContact(ofItem);
			read.push({ ...operation.prepare(ofItem), credential });
		} catch (error) {
			const isSkipped = skipsMissingContact && error instanceof MissingContactError;
			read.push(isSkipped ? { kind: 'skipped', error } : { kind: 'failed', error });
		}
	}
	return read;
}
