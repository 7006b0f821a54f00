import type { IExecuteFunctions } from 'n8n-workflow';

import {
	type ChannelCredential,
	credentialFrom,
	type CredentialValues,
	credentialValues,
} from '../client/credential';
import type { FailedItem } from './items';

/** The credential of one item, or the error of an invalid credential. */
export type ItemCredential = { kind: 'read'; credential: ChannelCredential } | FailedItem;

/**
 * The maximum number of items whose credentials are all read without sampling. For this number,
 * reading all credentials is as fast as sampling.
 */
const maxItemsReadOneByOne = 10;

/**
 * The number of credentials to read concurrently. Each read is a query of n8n's database.
 * Concurrent reads are about twice as fast.
 */
const concurrentReads = 20;

/** The values of a credential, or the error from reading them. Equal results have equal keys. */
type Reading = { key: string } & ({ kind: 'read'; values: CredentialValues } | FailedItem);

/**
 * Returns the credential of each item. Credentials differ between items if their values contain
 * expressions.
 *
 * Reading a credential takes n8n about 1.5 ms, several times as long as the other work for an item.
 * That's why a credential without expressions is read only for a sample of items. Nodes can't see
 * whether a credential contains expressions. The values in the sample differ if an expression
 * refers to the item.
 *
 * Throws if all items have the same credential and the credential is invalid.
 */
export async function readItemCredentials(
	context: Pick<IExecuteFunctions, 'getCredentials' | 'getInputData' | 'getNode'>,
): Promise<ItemCredential[]> {
	const count = context.getInputData().length;
	const all = Array.from({ length: count }, (_, itemIndex) => itemIndex);
	const read = async (itemIndexes: readonly number[]) =>
		await Promise.all(itemIndexes.map(async (itemIndex) => await readValues(context, itemIndex)));
	const isOneByOne = count <= maxItemsReadOneByOne;
	// The sample includes two indexes after the last item. An expression that uses the item index can
	// return the value of item 0 for one of them.
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
