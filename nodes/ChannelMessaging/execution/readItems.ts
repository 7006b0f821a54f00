import type { IExecuteFunctions } from 'n8n-workflow';

import type { ChannelCredential } from '../client/credential';
import type { Operation, PreparedOperation } from '../operations/operation';
import { MissingContactError } from '../parameters/identity/missingContact';
import { readRequestSettings, type RequestSettings } from '../parameters/requestSettings';
import { readSkipsMissingContact } from '../parameters/ifContactNotFound';
import { readSendOnce } from '../parameters/sendOnceOptions';
import type { ItemParameters } from '../parameters/parameterTypes';
import { mapInSlices, sharedTimeSlicer } from '../scheduling/timeSlicer';
import type { Attempts } from './retryOnFailState';
import type { SendOnce } from '../sendOnce/messageKey';
import type { ItemCredential } from './itemCredentials';
import type { FailedItem, SkippedItem } from './itemOutcome';
import { resolveParameters } from './resolveParameters';

export type DeliverableItem = PreparedOperation & {
	credential: ChannelCredential;
	settings: RequestSettings;
	sendOnce: SendOnce | undefined;
	skipsMissingContact: boolean;
	/**
	 * The contact's ID. Set once the contact is known. An item that an earlier attempt started keeps
	 * its contact ID.
	 */
	contactId?: string;
};

/** An item whose contact is known or isn't needed. */
export type LocatedItem =
	| (DeliverableItem & { kind: 'contact'; contactId: string })
	| (DeliverableItem & { kind: 'simple' | 'upsert' });

export type ReadItem = DeliverableItem | FailedItem | SkippedItem;

export function hasKey(item: ReadItem): boolean {
	return 'sendOnce' in item && item.sendOnce !== undefined;
}

/** Never throws, and sends no requests. */
export function prepareItem({ options, prepare }: Operation, parameters: ItemParameters): ReadItem {
	let skipsMissingContact = false;
	try {
		skipsMissingContact = readSkipsMissingContact(parameters, options);
		return {
			...prepare(parameters),
			credential: parameters.credential,
			settings: readRequestSettings(parameters, options),
			sendOnce: readSendOnce(parameters, options),
			skipsMissingContact,
		};
	} catch (error) {
		const isSkipped = skipsMissingContact && error instanceof MissingContactError;
		return isSkipped ? { kind: 'skipped', error } : { kind: 'failed', error };
	}
}

/** Items that an earlier attempt started keep their parameters and aren't read again. */
export async function readItems(
	context: IExecuteFunctions,
	operation: Operation,
	credentials: readonly ItemCredential[],
	{ startedItem }: Pick<Attempts, 'startedItem'>,
): Promise<ReadItem[]> {
	const parameters = resolveParameters(context);
	return await mapInSlices(
		credentials,
		sharedTimeSlicer.slice(),
		(item, itemIndex) =>
			startedItem(itemIndex) ??
			(item.kind === 'failed'
				? item
				: prepareItem(operation, parameters(itemIndex, item.credential))),
	);
}
