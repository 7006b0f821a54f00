import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../nodes/ChannelMessaging/client/model';
import { sendText } from '../../test/support/fixtures/parameters';
import { type Service, startService } from '../../test/support/service';
import { unlimitedCredential } from '../../test/workflows/engine/credentials';
import { runNode } from '../../test/workflows/engine/runNode';
import { seededRandomNumbers } from '../randomness';
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

/** What the node reports of a message: there is no fourth kind. */
type Report = 'sent' | 'unknown' | 'notSent';

/** How many messages the node reported so, and what the service has. */
export interface Count extends Readonly<Record<Report, number>> {
	/** Of the unknown ones, how many the service has. */
	readonly unknownTaken: number;
	/** All that the service has. */
	readonly taken: number;
	/** Where report and service contradict each other, a sentence each. */
	readonly contradictions: readonly string[];
}

function reportOf(json: IDataObject): Report {
	if (!('error' in json)) return 'sent';
	return isRecord(json.error) && json.error.outcome === 'unknown' ? 'unknown' : 'notSent';
}

/** One execution; with Retry On Fail, n8n runs the node again as long as its first item failed. */
async function send(
	service: Service,
	contactIds: readonly string[],
	retryOnFail: boolean,
): Promise<readonly IDataObject[]> {
	const onError = 'continueRegularOutput';
	const { items } = await runNode({
		credential: unlimitedCredential(service),
		parameters: sendText({ options: { timeout: 10 } }),
		items: contactIds.map((contactId) => ({ contactId, text: `To ${contactId}` })),
		settings: { onError, retryOnFail, maxTries: 2, waitBetweenTries: 1 },
	});
	return items.map(({ json }) => json);
}

/** Compares what the node reported with what the service has; each message has its own contact. */
function count(
	reports: ReadonlyMap<string, Report | undefined>,
	{ messages }: Pick<Service, 'messages'>,
): Count {
	const taken = new Map<string, number>();
	for (const { contactId } of messages) taken.set(contactId, (taken.get(contactId) ?? 0) + 1);
	const counts = { sent: 0, unknown: 0, notSent: 0, unknownTaken: 0 };
	const contradictions: string[] = [];
	for (const [contactId, report] of reports) {
		const times = taken.get(contactId) ?? 0;
		if (report !== undefined) counts[report] += 1;
		if (report === 'unknown') counts.unknownTaken += times;
		const isTrue = { sent: times === 1, notSent: times === 0, unknown: times < 2 };
		if (report !== undefined && isTrue[report]) continue;
		const said = report ?? 'nothing was reported';
		contradictions.push(`${contactId}: ${said}, accepted ${String(times)} times`);
	}
	for (const contactId of taken.keys()) {
		if (!reports.has(contactId)) contradictions.push(`${contactId}: accepted, but never asked for`);
	}
	return { ...counts, taken: messages.length, contradictions };
}

/** Sends messages through a service that goes wrong for a fifth of them, and counts. */
export async function soak({ messages, seed }: SoakOptions): Promise<Count> {
	const service = await startService({
		limits: { messagesPerSecond: null },
		acceptUnknownContacts: true,
	});
	for (const rule of faultRules()) service.faults.add(rule);
	const random = seededRandomNumbers(seed);
	const contactIds = Array.from(
		{ length: messages },
		(_, index) => `${drawFate(random)}-${String(index + 1)}`,
	);
	const reports = new Map<string, Report | undefined>();
	let next = 0;
	const work = async () => {
		while (next < contactIds.length) {
			const retryOnFail = (next / perExecution) % 2 === 1;
			const batch = contactIds.slice(next, next + perExecution);
			next += batch.length;
			const output = await send(service, batch, retryOnFail);
			for (const [index, contactId] of batch.entries()) {
				const json = output[index];
				reports.set(contactId, json && reportOf(json));
			}
			if (reports.size % 10_000 === 0) console.log(`${String(reports.size)} through`);
		}
	};
	try {
		await Promise.all(Array.from({ length: atOnce }, work));
		return count(reports, service);
	} finally {
		await service.close();
	}
}
