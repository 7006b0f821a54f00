import type { IExecuteFunctions } from 'n8n-workflow';

import {
	type ChannelCredential,
	credentialFrom,
	credentialName,
	type CredentialValues,
} from '../client/credential';
import { sharedTimeSlicer } from '../scheduling/timeSlicer';
import type { FailedItem } from './itemOutcome';

export type ItemCredential = { kind: 'read'; credential: ChannelCredential } | FailedItem;

/**
 * Reading a credential is a database query. Concurrent queries are about twice as fast as
 * sequential ones.
 */
const concurrentReads = 20;

/** Readings with the same key share one validated credential. */
type Reading = { key: string } & ({ kind: 'read'; values: CredentialValues } | FailedItem);

/**
 * Reads the credential separately for each item, because its fields can contain expressions. n8n
 * needs about 1.5 ms per item for this, several times as long as the rest of the work.
 */
export async function readItemCredentials(
	context: Pick<IExecuteFunctions, 'getCredentials' | 'getInputData' | 'getNode'>,
): Promise<ItemCredential[]> {
	const count = context.getInputData().length;
	const known = new Map<string, ItemCredential>();
	const credentials: ItemCredential[] = [];
	const slice = sharedTimeSlicer.slice();
	while (credentials.length < count) {
		if (slice.isOver()) await slice.next();
		const from = credentials.length;
		const readings = await Promise.all(
			Array.from(
				{ length: Math.min(concurrentReads, count - from) },
				async (_, offset) => await readValues(context, from + offset),
			),
		);
		for (const reading of readings) {
			const credential = known.get(reading.key) ?? checked(context, reading);
			known.set(reading.key, credential);
			credentials.push(credential);
		}
	}
	return credentials;
}

async function readValues(
	context: Pick<IExecuteFunctions, 'getCredentials'>,
	itemIndex: number,
): Promise<Reading> {
	try {
		const values = await context.getCredentials<CredentialValues>(credentialName, itemIndex);
		return { kind: 'read', key: JSON.stringify(values), values };
	} catch (error) {
		return { kind: 'failed', key: String(error), error };
	}
}

function checked(context: Parameters<typeof credentialFrom>[0], reading: Reading): ItemCredential {
	if (reading.kind === 'failed') return reading;
	try {
		return { kind: 'read', credential: credentialFrom(context, reading.values) };
	} catch (error) {
		return { kind: 'failed', error };
	}
}
