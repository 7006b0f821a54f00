import type { IDataObject } from 'n8n-workflow';

/** The contacts that a trigger monitors. */
export interface Snapshot {
	/**
	 * Maps the ID of each contact to its watched custom fields and tags, as JSON, or to `''` if the
	 * trigger's event doesn't depend on them.
	 */
	readonly contacts: Map<string, string>;
	/** The number of passes until the baseline is complete. Its contacts aren't new contacts. */
	baselinePasses: number;
	/** Increases with every change. */
	revision: number;
}

const currentVersion = 1;

/** A snapshot in n8n's static data, which n8n copies into every execution that a trigger starts. */
interface StoredSnapshot extends IDataObject {
	version: typeof currentVersion;
	/** A hash of the channel and the settings to which the snapshot belongs. */
	baseline: string;
	/** The process that saved the snapshot, and the number of the save in this process. */
	process: string;
	save: number;
	baselinePasses: number;
	/** Compressed. */
	contacts: string;
}

export async function serialize(
	{ contacts, baselinePasses }: Snapshot,
	place: Pick<StoredSnapshot, 'baseline' | 'process' | 'save'>,
): Promise<StoredSnapshot> {
	const compressed = await compress(JSON.stringify([...contacts]));
	return { version: currentVersion, ...place, baselinePasses, contacts: compressed };
}

/** Returns `undefined` if the format is unknown. */
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

/** Rejects if the stored contacts are damaged. */
export async function deserialize({ contacts, baselinePasses }: StoredSnapshot): Promise<Snapshot> {
	const entries: unknown = JSON.parse(await decompress(contacts));
	if (!Array.isArray(entries) || !entries.every(isEntry)) throw new Error('Not a snapshot');
	return { contacts: new Map(entries), baselinePasses, revision: 0 };
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
