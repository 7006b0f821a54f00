import type { FieldAssignment } from '../api/schemas';
import type { ContactSearch } from '../configuration';

/** A fetched contact (section 2, Resources and their fields). */
export interface Contact {
	/** Consists of digits. */
	readonly id: string;
	readonly custom_fields: Readonly<Record<string, string>>;
	readonly tags: readonly string[];
	/** Seconds since the epoch. The document doesn't show the unit. */
	readonly created_at: number;
}

export interface SearchResults {
	/** `undefined` at the position of a contact that was deleted in the meantime. */
	contacts: ReadonlyArray<Contact | undefined>;
	/** The number of contacts as the service counts them. */
	total: number;
}

/** The state of a contact since a time in milliseconds. `undefined`: it doesn't exist. */
export interface ContactVersion {
	readonly since: number;
	readonly contact: Contact | undefined;
}

/**
 * The channel's contacts, including all earlier versions. Accepts IDs of created contacts
 * (`cus_<digits>`) and of fetched ones (`<digits>`). Updates return false if the contact doesn't
 * exist. Times are in milliseconds since the epoch.
 */
export class ContactStore {
	/** The versions of each contact, oldest first. Key: fetched ID. */
	private readonly contacts = new Map<string, ContactVersion[]>();

	constructor(private lastCreatedId = 48_120_000n) {}

	get(id: string, at = Infinity): Contact | undefined {
		return this.versionAt(id, at)?.contact;
	}

	/** Returns all contacts in order of creation. */
	all(): readonly Contact[] {
		return this.ids().flatMap((id) => this.get(id) ?? []);
	}

	/** Returns the IDs of all contacts that ever existed, in order of creation. */
	ids(): readonly string[] {
		return [...this.contacts.keys()];
	}

	versionsOf(id: string): readonly ContactVersion[] {
		return this.contacts.get(fetchedId(id)) ?? [];
	}

	/** Returns the contacts with exactly this value, oldest first. */
	findByField(name: string, value: string): readonly Contact[] {
		return this.all().filter(({ custom_fields: fields }) => fields[name] === value);
	}

	/**
	 * Returns the results of a search at a time. The position of a contact that was deleted in the
	 * meantime is empty, as in a service that reads the contacts of an index.
	 */
	search(
		name: string,
		value: string,
		{ lagMs, lagging, match, order, omittedFields, total }: ContactSearch,
		at: number,
		random: () => number,
	): SearchResults {
		const indexedAt = lagMs === 0 ? Infinity : at - lagMs;
		const found = this.idsWith(name, value, match, indexedAt);
		const changedAt = (id: string) => this.versionAt(id, indexedAt)?.since ?? 0;
		if (order === 'newestFirst') found.reverse();
		if (order === 'recentlyChangedFirst') {
			found.sort((one, other) => changedAt(other) - changedAt(one));
		}
		if (order === 'unstable') shuffle(found, random);
		const counted = {
			exact: () => found.length,
			estimate: () => Math.round(found.length * 2 * random()),
			minuteAgo: () => this.idsWith(name, value, match, at - lagMs - 60_000).length,
		};
		const contacts = found.map((id) => {
			const contact = this.get(id, lagging === 'content' ? indexedAt : Infinity);
			return contact && withoutFields(contact, omittedFields, random);
		});
		return { contacts, total: counted[total]() };
	}

	/** Returns the IDs of the contacts that a search found at a time, in order of creation. */
	idsWith(name: string, value: string, match: ContactSearch['match'], at: number): string[] {
		return this.ids().filter((id) => {
			const text = this.get(id, at)?.custom_fields[name];
			if (text === undefined) return false;
			if (match === 'exact') return text === value;
			const [found, searched] = [text.toLowerCase(), value.toLowerCase()];
			return match === 'partial' ? text !== '' && found.includes(searched) : found === searched;
		});
	}

	/** Adds or replaces a contact. Throws if its ID doesn't look like a number. */
	add(contact: Contact, at = Date.now()): void {
		if (!/^\d+$/.test(contact.id))
			throw new Error(`Not the ID of a fetched contact: ${contact.id}`);
		this.addVersion(contact.id, { since: at, contact });
	}

	/** Creates a contact and returns its fetched ID. */
	create(fields: readonly FieldAssignment[], at = Date.now()): string {
		this.lastCreatedId += 1n;
		const id = String(this.lastCreatedId);
		const custom_fields = fieldsOf(fields);
		this.add({ id, custom_fields, tags: [], created_at: Math.floor(at / 1_000) }, at);
		return id;
	}

	delete(id: string, at = Date.now()): void {
		this.addVersion(fetchedId(id), { since: at, contact: undefined });
	}

	update(id: string, fields: readonly FieldAssignment[], at = Date.now()): boolean {
		return this.change(id, at, ({ custom_fields: current }) => ({
			custom_fields: { ...current, ...fieldsOf(fields) },
		}));
	}

	addTags(id: string, added: readonly string[], at = Date.now()): boolean {
		return this.change(id, at, ({ tags }) => ({ tags: [...new Set([...tags, ...added])] }));
	}

	removeTags(id: string, removed: readonly string[], at = Date.now()): boolean {
		return this.change(id, at, ({ tags }) => ({
			tags: tags.filter((tag) => !removed.includes(tag)),
		}));
	}

	private change(id: string, at: number, changes: (contact: Contact) => Partial<Contact>): boolean {
		const contact = this.get(id);
		if (contact !== undefined) this.add({ ...contact, ...changes(contact) }, at);
		return contact !== undefined;
	}

	private versionAt(id: string, at: number): ContactVersion | undefined {
		const versions = this.versionsOf(id);
		if (at === Infinity) return versions.at(-1);
		return versions.filter(({ since }) => since <= at).at(-1);
	}

	private addVersion(id: string, version: ContactVersion): void {
		const versions = this.contacts.get(id);
		if (versions === undefined) this.contacts.set(id, [version]);
		else versions.push(version);
	}
}

/** Returns a contact as a response shows it, without some of its custom fields. */
export function withoutFields(
	contact: Contact,
	omitted: ContactSearch['omittedFields'],
	random = Math.random,
): Contact {
	if (omitted === 'none') return contact;
	const isOmitted = {
		all: () => true,
		some: () => random() < 0.5,
		city: (name: string) => name === 'city',
		empty: (_name: string, text: string) => text === '',
		fetchedCity: () => false,
	}[omitted];
	const shown = Object.entries(contact.custom_fields).filter(
		([name, text]) => !isOmitted(name, text),
	);
	return { ...contact, custom_fields: Object.fromEntries(shown) };
}

function shuffle(ids: string[], random: () => number): void {
	for (const [index, id] of ids.entries()) {
		const other = Math.floor(random() * (index + 1));
		ids[index] = ids[other] ?? id;
		ids[other] = id;
	}
}

function fieldsOf(assignments: readonly FieldAssignment[]): Record<string, string> {
	return Object.fromEntries(assignments.map(({ name, value }) => [name, value]));
}

/** Returns the ID in the response to the contact's creation (section 2, Contact). */
export function createdId(id: string): string {
	return `cus_${id}`;
}

function fetchedId(id: string): string {
	// Searches compare many IDs, most of which have no prefix.
	return id.startsWith('cus_') ? id.replace(/^cus_(?=\d+$)/, '') : id;
}
