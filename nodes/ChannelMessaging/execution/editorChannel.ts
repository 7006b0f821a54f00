import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { type Channel, createChannel } from '../channel/channel';
import { Halt } from '../delivery/halt';
import { laneFor } from '../delivery/lanes';
import { Ledger } from '../delivery/ledger';
import { placeFor, type Run } from '../delivery/place';
import { SentKeys } from '../delivery/sentKeys';
import { systemClock } from '../delivery/systemClock';
import { readCredential, rateOf } from './credential';
import { createRequest } from './request';

/** Milliseconds that somebody at a list in the editor waits for an answer of the service. */
const timeout = 10_000;

/** A list in the editor asks, and sends nothing. */
const noMessages = {
	record: async () => await Promise.reject(new Error('A list sends no messages')),
	remove: async () => await Promise.resolve(),
};

/**
 * The channel for a list in the editor. Its calls take their turn in the lanes like all others, so
 * that opening a list never makes a running workflow exceed the rate limit.
 */
export async function editorChannel(context: ILoadOptionsFunctions): Promise<Channel> {
	const credential = await readCredential(context);
	const ledger = new Ledger();
	const run: Run = {
		request: createRequest(context, credential, new Halt()),
		lane: (kind) => laneFor(credential, kind, rateOf(credential, kind)),
		ledger,
		clock: systemClock,
		random: Math.random,
		halt: new Halt(),
		keys: () => ({ sent: new SentKeys(systemClock), store: noMessages, atOnce: 1 }),
	};
	const place = placeFor(run, ledger.item(0), { timeout, resendWhenUnsure: false });
	return createChannel(place, credential.channelType);
}
