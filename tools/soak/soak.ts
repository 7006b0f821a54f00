import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../nodes/ChannelMessaging/client/model';
import { sendText } from '../../test/support/fixtures/parameters';
import { type Service, startService } from '../../test/support/service';
import { unlimitedCredential } from '../../test/workflows/engine/credentials';
import { runNode } from '../../test/workflows/engine/runNode';
import { seededRandomNumbers } from '../randomness';
import { drawFate, faultRules } from './fate';

const messagesPerExecution = 1_000;
const concurrentExecutions = 2;

export interface SoakOptions {
	readonly messages: number;
	/** Determines the fate of every message. */
	readonly seed: number;
}

/** The outcome of a message according to the node. */
type Report = 'sent' | 'unknown' | 'notSent';

/** The number of messages by the node's report, compared with the messages of the service. */
export interface SoakResult extends Readonly<Record<Report, number>> {
	/** The number of messages reported as unknown that the service accepted. */
	readonly acceptedUnknown: number;
	/** The number of all messages that the service accepted. */
	readonly accepted: number;
	/** A line for each message whose report contradicts the service. */
	readonly contradictions: readonly string[];
}

function reportOf(json: IDataObject): Report {
	if (!('error' in json)) return 'sent';
	return isRecord(json.error) && json.error.outcome === 'unknown' ? 'unknown' : 'notSent';
}

/** Sends messages in one execution, and returns the node's output. */
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

/** Compares the node's reports with the service's messages. Each message has its own contact. */
function compare(
	reports: ReadonlyMap<string, Report | undefined>,
	{ messages }: Pick<Service, 'messages'>,
): SoakResult {
	const accepted = new Map<string, number>();
	for (const { contactId } of messages) {
		accepted.set(contactId, (accepted.get(contactId) ?? 0) + 1);
	}
	const counts = { sent: 0, unknown: 0, notSent: 0, acceptedUnknown: 0 };
	const contradictions: string[] = [];
	for (const [contactId, report] of reports) {
		const times = accepted.get(contactId) ?? 0;
		if (report !== undefined) counts[report] += 1;
		if (report === 'unknown') counts.acceptedUnknown += times;
		const isConsistent = { sent: times === 1, notSent: times === 0, unknown: times < 2 };
		if (report !== undefined && isConsistent[report]) continue;
		contradictions.push(
			`${contactId}: reported as ${report ?? 'nothing'}, accepted ${String(times)} times`,
		);
	}
	for (const contactId of accepted.keys()) {
		if (!reports.has(contactId)) contradictions.push(`${contactId}: accepted, but not an item`);
	}
	return { ...counts, accepted: messages.length, contradictions };
}

/** Sends messages through n8n's engine to a service with faults, and counts the results. */
export async function soak({ messages, seed }: SoakOptions): Promise<SoakResult> {
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
	const sendBatches = async () => {
		while (next < contactIds.length) {
			const retryOnFail = (next / messagesPerExecution) % 2 === 1;
			const batch = contactIds.slice(next, next + messagesPerExecution);
			next += batch.length;
			const output = await send(service, batch, retryOnFail);
			for (const [index, contactId] of batch.entries()) {
				const json = output[index];
				reports.set(contactId, json && reportOf(json));
			}
			if (reports.size % 10_000 === 0) console.log(`${String(reports.size)} messages`);
		}
	};
	try {
		await Promise.all(Array.from({ length: concurrentExecutions }, sendBatches));
		return compare(reports, service);
	} finally {
		await service.close();
	}
}
