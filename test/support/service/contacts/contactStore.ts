import type { FieldAssignment } from '../api/schemas';

/** A fetched contact (section 2, Resources and their fields). */
export interface Contact {
	/** Looks like a number. */
	readonly id: string;
	readonly custom_fields: Readonly<Record<string, string>>;
	readonly tags: readonly string[];
	/** Seconds since the epoch. The document doesn't show the unit. */
	readonly created_at: number;
}

/**
 * The channel's contacts. Accepts IDs of created contacts (`cus_<digits>`) and of fetched ones
 * (`<digits>`). Updates return false if the contact doesn't exist.
 */
export class ContactStore {
	/** Key: fetched ID. */
	private readonly contacts = new Map<string, Contact>();
	private lastCreatedId = 48_120_000;

	get(id: string): Contact | undefined {
		return this.contacts.get(fetchedId(id));
	}

	/** Returns all contacts in order of creation. */
	all(): readonly Contact[] {
		return [...this.contacts.values()];
	}

	/** Returns the contacts with exactly this value, oldest first. */
	findByField(name: string, value: string): readonly Contact[] {
		return this.all().filter(({ custom_fields: fields }) => fields[name] === value);
	}

	/** Adds or replaces a contact. Throws if its ID doesn't look like a number. */
	add(contact: Contact): void {
		if (!/^\d+$/.test(contact.id))
			throw new Error(`Not the ID of a fetched contact: ${contact.id}`);
		this.contacts.set(contact.id, contact);
	}

	/**
	 * Creates a contact and returns its fetched ID.
	 *
	 * @param at the time in milliseconds since the epoch
	 */
	create(fields: readonly FieldAssignment[], at = Date.now()): string {
		this.lastCreatedId += 1;
		const id = String(this.lastCreatedId);
		this.add({ id, custom_fields: {}, tags: [], created_at: Math.floor(at / 1_000) });
		this.update(id, fields);
		return id;
	}

	update(id: string, fields: readonly FieldAssignment[]): boolean {
		const changed = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
		return this.change(id, ({ custom_fields: current }) => ({
			custom_fields: { ...current, ...changed },
		}));
	}

	addTags(id: string, added: readonly string[]): boolean {
		return this.change(id, ({ tags }) => ({ tags: [...new Set([...tags, ...added])] }));
	}

	removeTags(id: string, removed: readonly string[]): boolean {
		return this.change(id, ({ tags }) => ({ tags: tags.filter((tag) => !removed.includes(tag)) }));
	}

	private change(id: string, changes: (contact: Contact) => Partial<Contact>): boolean {
		const contact = this.get(id);
		if (contact !== undefined) this.add({ ...contact, ...changes(contact) });
		return contact !== undefined;
	}
}

/** Returns the ID in the response to the contact's creation (section 2, Contact). */
export function createdId(id: string): string {
	return `cus_${id}`;
}

function fetchedId(id: string): string {
	return id.replace(/^cus_(?=\d+$)/, '');
}
