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

/** Each read is a query of n8n's database, and concurrent queries are about twice as fast. */
const concurrentReads = 20;

/** Equal results have equal keys. */
type Reading = { key: string } & ({ kind: 'read'; values: CredentialValues } | FailedItem);

/**
 * Reads the credential for each item, because its values can contain expressions, which can refer
 * to anything. This takes n8n about 1.5 ms, several times as long as the other work for an item.
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
