import type { IDataObject } from 'n8n-workflow';

import { type Service, startService } from '../../support/service';
import { seededRandomNumbers } from '../../support/service/randomness';
import { sendText } from '../../support/running/parameters';
import { runNode } from '../../workflows/engine/runNode';
import { type Count, count, type Report, reportOf } from './count';
import { drawFate, faultRules } from './fate';

/** Messages of one execution. */
const perExecution = 1_000;
/** Executions that run at the same time. */
const atOnce = 2;

export interface SoakOptions {
	readonly messages: number;
	/** Decides the fate of every message. */
	readonly seed: number;
}

/**
 * Sends messages through a service that goes wrong for a fifth of them, and counts.
 *
 * @param onProgress told of the messages that are through
 */
export async function soak(
	options: SoakOptions,
	onProgress: (messages: number) => void,
): Promise<Count> {
	const service = await startService({
		limits: { messagesPerSecond: null, contactCallsPerMinute: null },
		acceptUnknownContacts: true,
	});
	for (const rule of faultRules()) service.faults.add(rule);
	try {
		const reports = await sendAll(service, contactsOf(options), onProgress);
		return count(
			reports,
			service.messages.map(({ contactId }) => contactId),
		);
	} finally {
		await service.close();
	}
}

/** A contact for each message, whose identifier says what is to happen. */
function contactsOf({ messages, seed }: SoakOptions): string[] {
	const random = seededRandomNumbers(seed);
	return Array.from({ length: messages }, (_, index) => `${drawFate(random)}-${String(index + 1)}`);
}

async function sendAll(
	service: Service,
	contactIds: readonly string[],
	onProgress: (messages: number) => void,
): Promise<Map<string, Report | undefined>> {
	const reports = new Map<string, Report | undefined>();
	let next = 0;
	const work = async () => {
		while (next < contactIds.length) {
			const number = next / perExecution;
			const batch = contactIds.slice(next, next + perExecution);
			next += batch.length;
			const items = await send(service, batch, number % 2 === 1);
			for (const [index, contactId] of batch.entries()) {
				const json = items[index];
				reports.set(contactId, json === undefined ? undefined : reportOf(json));
			}
			onProgress(reports.size);
		}
	};
	await Promise.all(Array.from({ length: atOnce }, work));
	return reports;
}

/** One execution; with Retry On Fail, n8n runs the node again as long as its first item failed. */
async function send(
	service: Service,
	contactIds: readonly string[],
	retryOnFail: boolean,
): Promise<IDataObject[]> {
	const { items } = await runNode({
		credential: {
			baseUrl: service.url,
			token: service.token,
			channelType: 'other',
			messagesPerSecond: 10_000,
			contactCallsPerMinute: 600_000,
		},
		parameters: { ...sendText(), options: { timeout: 10 } },
		items: contactIds.map((contactId) => ({ contactId, text: `To ${contactId}` })),
		settings: {
			onError: 'continueRegularOutput',
			...(retryOnFail ? { retryOnFail, maxTries: 2, waitBetweenTries: 1 } : {}),
		},
	});
	return items.map(({ json }) => json);
}
