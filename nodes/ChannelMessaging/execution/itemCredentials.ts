import type { IExecuteFunctions } from 'n8n-workflow';

import {
	type ChannelCredential,
	credentialFrom,
	type CredentialValues,
	credentialValues,
} from '../client/credential';
import type { FailedItem } from './items';

/** The credential of an item, or the error of an invalid credential. */
export type ItemCredential = { kind: 'read'; credential: ChannelCredential } | FailedItem;

/**
 * The maximum number of items for which all credentials are read without sampling. For so few
 * items, sampling wouldn't be faster.
 */
const maxItemsReadOneByOne = 10;

/**
 * The number of credentials to read concurrently. Each read is a query of n8n's database, and
 * concurrent queries are about twice as fast.
 */
const concurrentReads = 20;

/** The values of a credential, or the error from reading them. Equal results have equal keys. */
type Reading = { key: string } & ({ kind: 'read'; values: CredentialValues } | FailedItem);

/**
 * Returns the credential of each item. Credentials differ between items if their values contain
 * expressions. Throws if all items have the same invalid credential.
 *
 * Reading a credential takes n8n about 1.5 ms, several times as long as the other work for an item.
 * That's why this function first reads the credentials of a sample of items. If they are equal, no
 * expression refers to the item, and the other credentials aren't read.
 */
export async function readItemCredentials(
	context: Pick<IExecuteFunctions, 'getCredentials' | 'getInputData' | 'getNode'>,
): Promise<ItemCredential[]> {
	const count = context.getInputData().length;
	const all = Array.from({ length: count }, (_, itemIndex) => itemIndex);
	const read = async (itemIndexes: readonly number[]) =>
		await Promise.all(itemIndexes.map(async (itemIndex) => await readValues(context, itemIndex)));
	const isOneByOne = count <= maxItemsReadOneByOne;
	// The sample includes two indexes after the last item. For one of them, an expression can return
	// the same value as for item 0.
	const sampled = [...evenlySpaced(count), count, count + 1];
	const samples = await read(isOneByOne ? all : sampled);
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

/** Returns the indexes of up to ten items, including the first and the last item. */
function evenlySpaced(count: number): number[] {
	return Array.from({ length: maxItemsReadOneByOne }, (_, index) =>
		Math.floor((index * (count - 1)) / (maxItemsReadOneByOne - 1)),
	);
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
