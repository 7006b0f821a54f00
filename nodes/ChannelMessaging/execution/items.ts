import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { ChannelCredential } from '../client/credential';
import { isRecord } from '../client/model';
import type { RequestSettings } from '../client/types';
import type { Operation, PreparedOperation } from '../operations/operation';
import { MissingContactError } from '../parameters/contact';
import { readRequestSettings, readSkipsMissingContact } from '../parameters/options';
import type { ItemParameters } from '../parameters/parameter';
import { parametersBy } from '../parameters/readers';
import { sharedTimeSlicer } from '../scheduling/timeSlicer';
import { fileLinksOf } from './fileLinks';
import type { ItemCredential } from './itemCredentials';
import type { FailedItem, SkippedItem } from './itemOutcome';

function hasExpression(raw: unknown): boolean {
	if (typeof raw === 'string') return raw.startsWith('=');
	return typeof raw === 'object' && raw !== null && Object.values(raw).some(hasExpression);
}

/** Whether a resource locator has an expression in its value, but not in its mode. */
function isLocatorOfItsMode(raw: unknown): raw is IDataObject {
	return isRecord(raw) && raw.__rl === true && !hasExpression(raw.mode) && hasExpression(raw.value);
}

/**
 * Resolving parameters takes most of an execution's CPU time. Parameters without expressions are
 * therefore read once for all items, and other parameters once per item.
 */
function parametersOf(
	context: IExecuteFunctions,
): (itemIndex: number, credential: ChannelCredential) => ItemParameters {
	const raw = context.getNode().parameters;
	const varying = new Set(Object.keys(raw).filter((name) => hasExpression(raw[name])));
	const fixedValues = new Map<string, unknown>();
	const items = context.getInputData();
	const timeZone = context.getTimezone();
	return (itemIndex, credential) => {
		const ownValues = new Map<string, unknown>();
		const valueOf = (name: string) => {
			const values = varying.has(name) ? ownValues : fixedValues;
			if (!values.has(name)) {
				const locator = raw[name];
				// Resolving only the value of a locator whose mode is fixed is faster.
				const value: unknown = isLocatorOfItsMode(locator)
					? { ...locator, value: context.getNodeParameter(`${name}.value`, itemIndex, null) }
					: context.getNodeParameter(name, itemIndex, null);
				values.set(name, value);
			}
			return values.get(name);
		};
		return {
			...parametersBy(valueOf, { raw }),
			input: items[itemIndex]?.json ?? {},
			files: items[itemIndex]?.binary ?? {},
			get createLink() {
				return fileLinksOf(context);
			},
			timeZone,
			credential,
		};
	};
}

export type DeliverableItem = PreparedOperation & {
	credential: ChannelCredential;
	settings: RequestSettings;
	skipsMissingContact: boolean;
};

export type ReadItem = DeliverableItem | FailedItem | SkippedItem;

export function hasKey(item: ReadItem): boolean {
	return 'settings' in item && item.settings.idempotencyKey !== undefined;
}

/** Validates an item without sending requests. Never throws. */
export function prepareItem({ options, prepare }: Operation, parameters: ItemParameters): ReadItem {
	let skipsMissingContact = false;
	try {
		skipsMissingContact = readSkipsMissingContact(parameters, options);
		return {
			...prepare(parameters),
			credential: parameters.credential,
			settings: readRequestSettings(parameters, options),
			skipsMissingContact,
		};
	} catch (error) {
		const isSkipped = skipsMissingContact && error instanceof MissingContactError;
		return isSkipped ? { kind: 'skipped', error } : { kind: 'failed', error };
	}
}

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
		read.push(
			item.kind === 'failed'
				? item
				: prepareItem(operation, parameters(itemIndex, item.credential)),
		);
	}
	return read;
}
