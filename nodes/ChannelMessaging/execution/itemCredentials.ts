import type { IExecuteFunctions } from 'n8n-workflow';

import {
	type ChannelCredential,
	credentialFrom,
	type CredentialValues,
	credentialValues,
} from '../client/credential';
import type { FailedItem } from './items';

/** The credential of one item. */
export type ItemCredential = { kind: 'read'; credential: ChannelCredential } | FailedItem;

/** Up to so many items, reading each credential is as fast as finding out whether they differ. */
const maxItemsReadOneByOne = 10;

/** Each read is a query of n8n's database, which answers this many together about twice as fast. */
const concurrentReads = 20;

/** Credential values, or why n8n could not read them. The key is the same for the same result. */
type Reading = { key: string } & ({ kind: 'read'; values: CredentialValues } | FailedItem);

/**
 * Returns the credential of each item, because its values may be expressions. Reading it takes n8n
 * about 1.5 ms, several times what an item needs otherwise, so that credentials without expressions
 * are read only a few times: nodes don't see expressions, but those that refer to the item return
 * something else, or nothing, for items that don't exist.
 *
 * Throws if the credential of all items is the same and can't be used.
 */
export async function readItemCredentials(
	context: Pick<IExecuteFunctions, 'getCredentials' | 'getInputData' | 'getNode'>,
): Promise<ItemCredential[]> {
	const count = context.getInputData().length;
	const all = Array.from({ length: count }, (_, itemIndex) => itemIndex);
	const read = async (itemIndexes: readonly number[]) =>
		await Promise.all(itemIndexes.map(async (itemIndex) => await readValues(context, itemIndex)));
	const isOneByOne = count <= maxItemsReadOneByOne;
	// Two, so that an expression that counts items can't have the value of item 0 for both.
	const samples = await read(isOneByOne ? all : [0, count, count + 1]);
	if (samples.every(({ key }) => key === samples[0]?.key)) {
		const [sample] = samples;
		if (sample === undefined) return [];
		if (sample.kind === 'failed') throw sample.error;
		const credential = credentialFrom(context, sample.values);
		return all.map(() => ({ kind: 'read', credential }));
	}
	const readings = isOneByOne ? samples : [];
	while (readings.length < count) {
		const from = readings.length;
		readings.push(...(await read(all.slice(from, from + concurrentReads))));
	}
	const known = new Map<string, ItemCredential>();
	return readings.map((reading) => {
		const credential = known.get(reading.key) ?? checked(context, reading);
		known.set(reading.key, credential);
		return credential;
	});
}

async function readValues(
	context: Parameters<typeof credentialValues>[0],
	itemIndex: number,
): Promise<Reading> {
	try {
		const values = await credentialValues(context, itemIndex);
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
