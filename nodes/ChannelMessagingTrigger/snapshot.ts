import type { IDataObject } from 'n8n-workflow';

/** The contacts that a trigger monitors. */
export interface Snapshot {
	/**
	 * Maps contact IDs to the contact's watched custom fields and tags, as JSON. The value is empty
	 * if the trigger's event doesn't depend on them.
	 */
	readonly contacts: Map<string, string>;
	/**
	 * The number of passes until the baseline is complete. Contacts that these passes find aren't
	 * reported as new.
	 */
	baselinePasses: number;
	/** Whether no search for contacts has had a response yet. */
	isUnread: boolean;
	/** A counter that increases with every change. */
	revision: number;
}

const currentVersion = 1;

/**
 * The JSON format of a snapshot in n8n's static data. n8n copies this data into each execution that
 * the trigger starts.
 */
export interface StoredSnapshot extends IDataObject {
	version: typeof currentVersion;
	/** Hashes of the settings and of the channel for which the snapshot was created. */
	baseline: string;
	/**
	 * Identifies the process that saved the snapshot. `save` is the number of the save in this
	 * process.
	 */
	process: string;
	save: number;
	baselinePasses: number;
	isUnread: boolean;
	/** The contacts, compressed and encoded as text. */
	contacts: string;
}

export async function serialize(
	{ contacts, baselinePasses, isUnread }: Snapshot,
	place: Pick<StoredSnapshot, 'baseline' | 'process' | 'save'>,
): Promise<StoredSnapshot> {
	const compressed = await compress(JSON.stringify([...contacts]));
	return { version: currentVersion, ...place, baselinePasses, isUnread, contacts: compressed };
}

/** Returns `undefined` if the stored data has an unknown format. */
export function storedSnapshot(data: IDataObject): StoredSnapshot | undefined {
	const { version, baseline, process, save, baselinePasses, isUnread, contacts } = data;
	const isSnapshot =
		version === currentVersion &&
		typeof baseline === 'string' &&
		typeof process === 'string' &&
		typeof save === 'number' &&
		typeof baselinePasses === 'number' &&
		typeof contacts === 'string';
	return isSnapshot
		? { version, baseline, process, save, baselinePasses, isUnread: isUnread === true, contacts }
		: undefined;
}

/** Rejects if the stored contacts can't be decompressed or parsed. */
export async function deserialize({ contacts, ...stored }: StoredSnapshot): Promise<Snapshot> {
	const entries: unknown = JSON.parse(await decompress(contacts));
	if (!Array.isArray(entries) || !entries.every(isEntry)) throw new Error('Not a snapshot');
	const { baselinePasses, isUnread } = stored;
	return { contacts: new Map(entries), baselinePasses, isUnread, revision: 0 };
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
