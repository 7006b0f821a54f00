import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../ChannelMessaging/client/isRecord';
import { mapInSlices, sharedTimeSlicer } from '../ChannelMessaging/scheduling/timeSlicer';
import { maxBaselinePasses } from './baselinePasses';
import type { Snapshot } from './snapshot';
import {
	contentOfVersion1,
	hashCharacters,
	type PartName,
	unknownContent,
	type WatchedContent,
} from './watchedContent';

/** A snapshot in the form in which n8n stores it. */
export interface StoredContacts extends Snapshot {
	/**
	 * The IDs of contacts that stopped matching according to lookups. Searches that lag behind can
	 * still find them.
	 */
	readonly gone?: readonly string[];
}

/** Version 1 contains clear text and no `hashes`. */
const versions = [1, 2] as const;

/**
 * The JSON in n8n's static data. n8n 1.123 and 2.8 copy it into each execution that the trigger
 * starts.
 */
export interface StoredSnapshot extends IDataObject {
	version: (typeof versions)[number];
	/** The hashes of the settings and the channel. */
	baseline: string;
	/** The node's ID, which never changes, unlike the node's name. Version 1 has none. */
	nodeId?: string;
	/** A random ID of the process. `save` counts the saves by this process. */
	process: string;
	save: number;
	baselinePasses: number;
	isUnread: boolean;
	/** The contact IDs and the names of watched fields and tags, compressed and Base64-encoded. */
	contacts: string;
	/** The hashes of all contacts. They are stored separately because they can't be compressed. */
	hashes: string;
}

/** The list of contacts before compression. */
interface ContactList {
	ids: string[];
	/** The distinct lists of field names and tags. */
	partLists: PartName[][];
	/** An index into `partLists` for each contact, or `null` if its content is unknown. */
	lists: Array<number | null>;
	/** The IDs of contacts that stopped matching. Missing if there are none. */
	gone?: readonly string[];
}

export async function serialize(
	{ contacts, gone = [], baselinePasses, isUnread }: StoredContacts,
	place: Pick<StoredSnapshot, 'baseline' | 'nodeId' | 'process' | 'save'>,
): Promise<StoredSnapshot> {
	const indexes = new Map<string, number>();
	const list: ContactList = {
		...{ ids: [], partLists: [], lists: [] },
		...(gone.length > 0 && { gone }),
	};
	const hashes: string[] = [];
	await mapInSlices([...contacts], sharedTimeSlicer.slice(), ([contactId, content]) => {
		list.ids.push(contactId);
		if (content === unknownContent) {
			list.lists.push(null);
			return;
		}
		const key = JSON.stringify(content.parts);
		const index = indexes.get(key) ?? indexes.size;
		if (index === indexes.size) list.partLists.push([...content.parts]);
		indexes.set(key, index);
		list.lists.push(index);
		hashes.push(content.hashes);
	});
	const compressed = await compress(JSON.stringify(list));
	const progress = { baselinePasses, isUnread };
	return { version: 2, ...place, ...progress, contacts: compressed, hashes: hashes.join('') };
}

/** Returns the stored snapshot, or `undefined` if its format is unknown. */
export function storedSnapshot(data: IDataObject): StoredSnapshot | undefined {
	const { baseline, nodeId, process, save, baselinePasses, isUnread, contacts, hashes = '' } = data;
	const version = versions.find((known) => known === data.version);
	const isSnapshot =
		version !== undefined &&
		typeof baseline === 'string' &&
		typeof process === 'string' &&
		typeof save === 'number' &&
		isBaselineProgress(baselinePasses) &&
		typeof contacts === 'string' &&
		typeof hashes === 'string';
	if (!isSnapshot) return undefined;
	const place = {
		version,
		baseline,
		process,
		save,
		...(typeof nodeId === 'string' && { nodeId }),
	};
	return { ...place, baselinePasses, isUnread: isUnread === true, contacts, hashes };
}

function isBaselineProgress(passes: unknown): passes is number {
	return Number.isInteger(passes) && Number(passes) >= 0 && Number(passes) <= maxBaselinePasses;
}

/** Rejects if the contacts can't be decompressed or parsed. */
export async function deserialize(stored: StoredSnapshot): Promise<StoredContacts> {
	const list: unknown = JSON.parse(await decompress(stored.contacts));
	const entries =
		stored.version === 1 ? await entriesOfVersion1(list) : await entriesIn(list, stored.hashes);
	const { baselinePasses, isUnread } = stored;
	const gone = isContactList(list) && list.gone !== undefined ? { gone: list.gone } : {};
	return { contacts: new Map(entries), ...gone, baselinePasses, isUnread, revision: 0 };
}

async function entriesIn(list: unknown, hashes: string): Promise<Array<[string, WatchedContent]>> {
	if (!isContactList(list)) throw new Error('Not a list of contacts');
	let end = 0;
	const entries = await mapInSlices(
		list.ids,
		sharedTimeSlicer.slice(),
		(contactId, position): [string, WatchedContent] => {
			const index = list.lists[position] ?? null;
			if (index === null) return [contactId, unknownContent];
			const parts = list.partLists[index];
			if (parts === undefined) throw new Error('Not a list of contacts');
			const start = end;
			end += parts.length * hashCharacters;
			return [contactId, { parts, hashes: hashes.slice(start, end) }];
		},
	);
	if (end !== hashes.length) throw new Error('Hashes are missing');
	return entries;
}

function isContactList(value: unknown): value is ContactList & IDataObject {
	if (!isRecord(value)) return false;
	const { ids, partLists, lists, gone = [] } = value;
	return (
		Array.isArray(gone) &&
		gone.every((id) => typeof id === 'string') &&
		Array.isArray(ids) &&
		ids.every((id) => typeof id === 'string') &&
		Array.isArray(partLists) &&
		partLists.every((parts) => Array.isArray(parts)) &&
		Array.isArray(lists)
	);
}

async function entriesOfVersion1(entries: unknown): Promise<Array<[string, WatchedContent]>> {
	if (!Array.isArray(entries)) throw new Error('Not a list of contacts');
	return await mapInSlices(
		entries,
		sharedTimeSlicer.slice(),
		(entry: unknown): [string, WatchedContent] => {
			if (!isEntry(entry)) throw new Error('Not a list of contacts');
			const [contactId, text] = entry;
			return [contactId, contentOfVersion1(contactId, text)];
		},
	);
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
