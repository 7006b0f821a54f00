import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { ApiError } from '../client/apiError';
import type { ChannelType } from '../client/channel';
import type { ChannelCredential } from '../client/credential';
import { isRecord } from '../client/model';
import type { Operation, PreparedItem } from '../operations/operation';
import { type ItemParameters, parametersBy } from '../parameters/parameter';
import type { PhoneNumberSettings } from '../parameters/phoneNumber';
import { phoneNumberSettingsOf } from '../parameters/phoneNumberOptions';
import { sharedTimeSlicer } from '../scheduling/clock';
import type { ItemCredential } from './itemCredentials';

/** An item that can't be read, went wrong, or never started. */
export interface FailedItem {
	kind: 'failed';
	error: unknown;
}

/** What became of one input item. */
export type ItemOutcome =
	| { kind: 'done'; result: IDataObject[] }
	| FailedItem
	/** Its contact wasn't found, and the user wants such items left out. */
	| { kind: 'skipped'; error: ApiError };

/** The credential's settings that parameters depend on. */
export interface ChannelSettings {
	channelType: ChannelType;
	phoneNumbers: PhoneNumberSettings;
}

function hasExpression(raw: unknown): boolean {
	if (typeof raw === 'string') return raw.startsWith('=');
	return typeof raw === 'object' && raw !== null && Object.values(raw).some(hasExpression);
}

/** A resource locator that differs from item to item in its value alone. */
function isLocatorOfItsMode(raw: unknown): raw is IDataObject {
	return isRecord(raw) && raw.__rl === true && !hasExpression(raw.mode) && hasExpression(raw.value);
}

/** Reads for each key at the first call, and gives the same from then on. */
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
 * Gives the parameters of any item. What holds no expression is the same for every item and is read
 * once, what holds one is read once for each item, and of a resource locator only the value is
 * resolved: resolving parameters is the greater part of what a node costs n8n.
 */
export function parametersOf(
	context: IExecuteFunctions,
): (itemIndex: number, channel: ChannelSettings) => ItemParameters {
	const raw = context.getNode().parameters;
	const readerFor = memoized((name) => readerOf(context, name, raw[name]));
	return (itemIndex, { channelType, phoneNumbers }) => ({
		...parametersBy(
			memoized((name) => readerFor(name)(itemIndex)),
			{ raw },
		),
		input: () => context.getInputData()[itemIndex]?.json ?? {},
		timeZone: () => context.getTimezone(),
		channelType: () => channelType,
		phoneNumbers: () => phoneNumbers,
	});
}

/** An item that has been read, and the credential of its channel. */
export type DeliverableItem = PreparedItem & { credential: ChannelCredential };

/** An item that has been read, or what is wrong with it. */
export type ReadItem = DeliverableItem | FailedItem;

/**
 * Reads and checks all items, before anything is sent. Touches no network. Shares the event loop with
 * the rest of n8n, which answers nobody while thousands of expressions are resolved in one go.
 */
export async function readItems(
	context: IExecuteFunctions,
	operation: Operation,
	credentials: readonly ItemCredential[],
	onRejected: NonNullable<PhoneNumberSettings['onRejected']>,
): Promise<ReadItem[]> {
	const parameters = parametersOf(context);
	const read: ReadItem[] = [];
	await sharedTimeSlicer.forEach(credentials.entries(), ([itemIndex, item]) => {
		if (item.kind === 'failed') {
			read.push(item);
			return;
		}
		const { credential } = item;
		try {
			const settings = phoneNumberSettingsOf(credential.decrypted.data ?? {});
			const channel = {
				channelType: credential.channelType,
				phoneNumbers: { ...settings, onRejected },
			};
			const prepared = operation.prepare(parameters(itemIndex, channel));
			read.push({ ...prepared, credential });
		} catch (error) {
			read.push({ kind: 'failed', error });
		}
	});
	return read;
}
