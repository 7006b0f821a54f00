import type { IDataObject } from 'n8n-workflow';

/**
 * The contacts that a trigger monitors. Maps the ID of each contact to its watched custom fields
 * and tags, as JSON, or to `''` if the trigger's event doesn't depend on them.
 */
export interface Snapshot {
	readonly contacts: Map<string, string>;
	/** The number of passes until the baseline is complete. Its contacts aren't new contacts. */
	baselinePasses: number;
	/** A counter that increases with every change of the snapshot. */
	revision: number;
}

/** The format of a snapshot in n8n's static data for a trigger node. */
export interface StoredSnapshot extends IDataObject {
	version: typeof currentVersion;
	/** A hash of the channel and the settings to which the snapshot belongs. */
	baseline: string;
	/** The process that saved the snapshot, and the number of the save in this process. */
	process: string;
	save: number;
	baselinePasses: number;
	/**
	 * The compressed contacts. n8n copies static data into every execution that the trigger starts.
	 */
	contacts: string;
}

const currentVersion = 1;

export function emptySnapshot(baselinePasses: number): Snapshot {
	return { contacts: new Map(), baselinePasses, revision: 0 };
}

/** Compresses a snapshot for the workflow's static data. */
export async function serialize(
	{ contacts, baselinePasses }: Snapshot,
	place: Pick<StoredSnapshot, 'baseline' | 'process' | 'save'>,
): Promise<StoredSnapshot> {
	return {
		version: currentVersion,
		...place,
		baselinePasses,
		contacts: await compress(JSON.stringify([...contacts])),
	};
}

/** Returns n8n's static data as a stored snapshot, or `undefined` if its format is unknown. */
export function storedSnapshot(data: IDataObject): StoredSnapshot | undefined {
	const { version, baseline, process, save, baselinePasses, contacts } = data;
	const isSnapshot =
		version === currentVersion &&
		typeof baseline === 'string' &&
		typeof process === 'string' &&
		typeof save === 'number' &&
		typeof baselinePasses === 'number' &&
		typeof contacts === 'string';
	return isSnapshot ? { version, baseline, process, save, baselinePasses, contacts } : undefined;
}

/** Decompresses a stored snapshot. Rejects if the stored contacts are damaged. */
export async function deserialize(stored: StoredSnapshot): Promise<Snapshot> {
	const entries: unknown = JSON.parse(await decompress(stored.contacts));
	if (!Array.isArray(entries) || !entries.every(isEntry)) throw new Error('Not a snapshot');
	return {
		contacts: new Map(entries),
		baselinePasses: stored.baselinePasses,
		revision: 0,
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
