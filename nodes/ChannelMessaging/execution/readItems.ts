import type { IExecuteFunctions } from 'n8n-workflow';

import type { ChannelCredential } from '../http/credential';
import { phoneNumberSettingsOf } from '../parameters/options/phoneNumbers';
import type { PhoneNumberSettings } from '../parameters/values/phoneNumberSpellings';
import type { Operation, PreparedItem } from '../operations/operation';
import { sharedTimeSlicer } from '../scheduling/timeSlicer';
import type { ItemCredential } from './itemCredentials';
import type { FailedItem } from './itemOutcome';
import { parametersOf } from './parameters';

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
