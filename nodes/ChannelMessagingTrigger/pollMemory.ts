import type { IDataObject } from 'n8n-workflow';
import { createHash } from 'node:crypto';

import { ParameterError } from '../ChannelMessaging/parameters/parameter';
import { sharedTimeSlicer } from '../ChannelMessaging/scheduling/timeSlicer';
import type { KnownContact, KnownContacts } from './comparison';
import { deflate, inflate } from './deflate';
import type { TriggerSettings } from './triggerSettings';

const currentVersion = 1;

/** Characters: n8n writes all of it whenever it starts the workflow, and copies it to the execution. */
const mostRemembered = 4 * 1024 * 1024;

/** What n8n stores of a trigger, as the static data of its node. */
export interface PollMemory {
	version: typeof currentVersion;
	/** What was searched, as a hash: another search begins anew. */
	search: string;
	/** When the poll began, in milliseconds since the epoch. */
	polledAt: number;
	/** The known contacts, deflated. */
	contacts: string;
}

/** The same text for the same search of the same channel. */
export function searchKey(
	{ event, match, watched }: TriggerSettings,
	credentialId: string | undefined,
): string {
	const search = JSON.stringify([event, match.name, match.value, watched, credentialId]);
	return createHash('sha256').update(search).digest('base64url');
}

/** The memory in a node's static data; undefined where it is none of this version. */
export function storedMemory(data: IDataObject): PollMemory | undefined {
	const { version, search, polledAt, contacts } = data;
	const isMemory =
		version === currentVersion &&
		typeof search === 'string' &&
		typeof polledAt === 'number' &&
		typeof contacts === 'string';
	return isMemory ? { version, search, polledAt, contacts } : undefined;
}

/** Writes down what is known. Throws a `ParameterError` where it is too much to be stored. */
export async function memorize(
	known: KnownContacts,
	place: Pick<PollMemory, 'polledAt' | 'search'>,
): Promise<PollMemory> {
	const lines: string[] = [];
	await sharedTimeSlicer.forEach(known, ([contactId, { isMissing, content }]) => {
		lines.push(JSON.stringify([contactId, Number(isMissing), content]));
	});
	const contacts = await deflate(lines.join('\n'));
	if (contacts.length > mostRemembered) {
		throw new ParameterError(
			`What is watched of ${known.size.toLocaleString('en-US')} contacts is more than n8n can remember for a trigger`,
			"Set 'Watch' to selected custom fields and tags, and enter fewer of them.",
		);
	}
	return { version: currentVersion, ...place, contacts };
}

/** What is known by a memory. Rejects where it can't be read. */
export async function recall({ contacts }: PollMemory): Promise<KnownContacts> {
	const text = await inflate(contacts);
	const known = new Map<string, KnownContact>();
	await sharedTimeSlicer.forEach(text === '' ? [] : text.split('\n'), (line) => {
		const entry: unknown = JSON.parse(line);
		const [contactId, isMissing, content] = Array.isArray(entry) ? (entry as unknown[]) : [];
		if (typeof contactId !== 'string' || typeof content !== 'string') {
			throw new Error('Not a contact that is known');
		}
		known.set(contactId, { isMissing: isMissing === 1, content });
	});
	return known;
}
