import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../../nodes/ChannelMessaging/api/record';

/** What the node reports of a message: there is no fourth kind. */
export type Report = 'sent' | 'unknown' | 'notSent';

/** How many messages the node reported so, and how often the service has them. */
export interface Count {
	readonly messages: number;
	readonly sent: number;
	readonly unknown: number;
	readonly notSent: number;
	/** Of the unknown ones, how many the service has. */
	readonly unknownTaken: number;
	/** All that the service has. */
	readonly taken: number;
	/** Contradictions between report and service, a sentence each; none where the numbers add up. */
	readonly contradictions: readonly string[];
}

/** What an output item says of its message. */
export function reportOf(json: IDataObject): Report {
	if (!('error' in json)) return 'sent';
	return isRecord(json.error) && json.error.outcome === 'unknown' ? 'unknown' : 'notSent';
}

/**
 * Compares what the node reported, by contact, with what the service has. Every message is for a
 * contact of its own.
 */
export function count(
	reports: ReadonlyMap<string, Report | undefined>,
	takenBy: Iterable<string>,
): Count {
	const taken = new Map<string, number>();
	for (const contactId of takenBy) taken.set(contactId, (taken.get(contactId) ?? 0) + 1);
	const counts = { sent: 0, unknown: 0, notSent: 0 };
	const contradictions: string[] = [];
	let unknownTaken = 0;
	for (const [contactId, report] of reports) {
		const times = taken.get(contactId) ?? 0;
		if (report === undefined) {
			contradictions.push(`${contactId}: nothing was reported`);
			continue;
		}
		counts[report] += 1;
		if (report === 'unknown') unknownTaken += times;
		const isTrue = report === 'sent' ? times === 1 : report === 'notSent' ? times === 0 : times < 2;
		if (!isTrue)
			contradictions.push(`${contactId}: ${report}, but accepted ${String(times)} times`);
	}
	for (const contactId of taken.keys()) {
		if (!reports.has(contactId)) contradictions.push(`${contactId}: accepted, but never asked for`);
	}
	const all = [...taken.values()].reduce((sum, times) => sum + times, 0);
	return { messages: reports.size, ...counts, unknownTaken, taken: all, contradictions };
}
