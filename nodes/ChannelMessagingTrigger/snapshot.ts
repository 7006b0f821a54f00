import type { IDataObject } from 'n8n-workflow';

import { type Contact, fieldsOf, isRecord } from '../ChannelMessaging/client/model';

/**
 * The contacts that a trigger monitors. Maps the ID of each contact to its watched custom fields
 * and tags, as JSON, or to `''` if the trigger's event doesn't depend on them.
 */
export interface Snapshot {
	readonly contacts: Map<string, string>;
	/** Whether the first search is complete. Contacts in the first search aren't new contacts. */
	isBaselineComplete: boolean;
	/** A counter that increases with every change of the snapshot. */
	revision: number;
}

/** The format of a snapshot in n8n's static data for a trigger node. */
interface StoredSnapshot extends IDataObject {
	version: typeof currentVersion;
	/** A hash of the trigger settings to which the snapshot belongs. */
	search: string;
	/** The time when the snapshot was saved, in milliseconds since the epoch. */
	savedAt: number;
	isBaselineComplete: boolean;
	/**
	 * The compressed contacts. n8n copies static data into every execution that the trigger starts.
	 */
	contacts: string;
}

const currentVersion = 1;

export function emptySnapshot(): Snapshot {
	return { contacts: new Map(), isBaselineComplete: false, revision: 0 };
}

/** Compresses a snapshot for the workflow's static data. */
export async function serialize(
	{ contacts, isBaselineComplete }: Snapshot,
	place: Pick<StoredSnapshot, 'savedAt' | 'search'>,
): Promise<StoredSnapshot> {
	return {
		version: currentVersion,
		...place,
		isBaselineComplete,
		contacts: await compress(JSON.stringify([...contacts])),
	};
}

/** Returns n8n's static data as a stored snapshot, or `undefined` if its format is unknown. */
export function storedSnapshot(data: IDataObject): StoredSnapshot | undefined {
	const { version, search, savedAt, isBaselineComplete, contacts } = data;
	const isSnapshot =
		version === currentVersion &&
		typeof search === 'string' &&
		typeof savedAt === 'number' &&
		typeof isBaselineComplete === 'boolean' &&
		typeof contacts === 'string';
	return isSnapshot ? { version, search, savedAt, isBaselineComplete, contacts } : undefined;
}

/** Decompresses a stored snapshot. Rejects if the stored contacts are damaged. */
export async function deserialize(stored: StoredSnapshot): Promise<Snapshot> {
	const entries: unknown = JSON.parse(await decompress(stored.contacts));
	if (!Array.isArray(entries) || !entries.every(isEntry)) throw new Error('Not a snapshot');
	return {
		contacts: new Map(entries),
		isBaselineComplete: stored.isBaselineComplete,
		revision: 1,
	};
}

function isEntry(value: unknown): value is [string, string] {
	return Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'string';
}

async function compress(text: string): Promise<string> {
	const bytes = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate'));
	return Buffer.from(await new Response(bytes).arrayBuffer()).toString('base64');
}

async function decompress(compressed: string): Promise<string> {
	const bytes = new Blob([Buffer.from(compressed, 'base64')]).stream();
	return await new Response(bytes.pipeThrough(new DecompressionStream('deflate'))).text();
}

/** The names of the custom fields and tags whose changes cause events. */
export type Watched = 'all' | { fields: readonly string[]; tags: readonly string[] };

/**
 * Returns the value of a custom field as text. Missing values, `null`, and `''` are equal, and so
 * are `1` and `'1'`.
 */
export function valueText(value: unknown): string {
	if (value === undefined || value === null) return '';
	return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/**
 * Returns the watched custom fields and tags of a contact as JSON: `{ custom_fields, tags }`. The
 * result doesn't depend on their order in the response.
 */
export function watchedContent(contact: Contact, watched: Watched): string {
	const fields = fieldsOf(contact);
	const tags = Array.isArray(contact.tags) ? contact.tags.map(String) : [];
	const isWatched = (kind: 'fields' | 'tags', name: string) =>
		watched === 'all' || watched[kind].includes(name);
	return JSON.stringify({
		custom_fields: Object.fromEntries(
			Object.keys(fields)
				.filter((name) => isWatched('fields', name) && valueText(fields[name]) !== '')
				.sort()
				.map((name) => [name, valueText(fields[name])]),
		),
		tags: [...new Set(tags)].filter((tag) => isWatched('tags', tag)).sort(),
	});
}

export function parseContent(content: string): IDataObject {
	const value: unknown = JSON.parse(content);
	return isRecord(value) ? value : {};
}
