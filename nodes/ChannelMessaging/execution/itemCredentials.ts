import type { IExecuteFunctions } from 'n8n-workflow';

import {
	type ChannelCredential,
	credentialFrom,
	credentialName,
	type CredentialValues,
} from '../client/credential';
import { sharedTimeSlicer, visitInSlices } from '../scheduling/timeSlicer';
import type { Attempts } from './retryOnFailState';
import type { FailedItem } from './itemOutcome';

export type ItemCredential = ReadCredential | FailedItem;

export interface ReadCredential {
	kind: 'read';
	credential: ChannelCredential;
}

/**
 * How many credentials are read concurrently. Each read is a database query, and concurrent queries
 * are about twice as fast.
 */
const concurrentReads = 20;

/**
 * Reads the credential of each item separately, because credentials can contain expressions. A read
 * takes 1.5 ms, several times as long as all other work for an item. Items that an earlier attempt
 * started keep their credential. Equal credentials share one object across all attempts, and
 * therefore a session.
 */
export async function readItemCredentials(
	context: Pick<IExecuteFunctions, 'getCredentials' | 'getInputData' | 'getNode'>,
	{ credentials: known, startedItem }: Pick<Attempts, 'credentials' | 'startedItem'>,
): Promise<ItemCredential[]> {
	const count = context.getInputData().length;
	const failures = new Map<string, FailedItem>();
	/** Returns the same object for equal credential values. */
	const validated = (values: CredentialValues): ItemCredential => {
		const key = JSON.stringify(values);
		const credential = known.get(key);
		if (credential !== undefined) return credential;
		const read: ItemCredential = { kind: 'read', credential: credentialFrom(context, values) };
		known.set(key, read);
		return read;
	};
	const read = async (itemIndex: number): Promise<ItemCredential> => {
		const started = startedItem(itemIndex);
		try {
			return validated(
				started?.credential.decrypted.data ??
					(await context.getCredentials<CredentialValues>(credentialName, itemIndex)),
			);
		} catch (error) {
			// Equal errors share one object, because there can be thousands of them.
			const failure = failures.get(String(error)) ?? { kind: 'failed', error };
			failures.set(String(error), failure);
			return failure;
		}
	};
	const credentials: ItemCredential[] = [];
	const batches = Array(Math.ceil(count / concurrentReads)).keys();
	await visitInSlices(batches, sharedTimeSlicer.slice(), async (batch) => {
		const from = batch * concurrentReads;
		const length = Math.min(concurrentReads, count - from);
		const items = Array.from({ length }, async (_, offset) => await read(from + offset));
		credentials.push(...(await Promise.all(items)));
	});
	return credentials;
}
