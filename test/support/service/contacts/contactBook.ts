import type { FieldAssignment } from '../api/schemas';

/** A fetched contact (section 2, Resources and their fields). */
export interface Contact {
	/** Looks like a number. */
	readonly id: string;
	readonly custom_fields: Readonly<Record<string, string>>;
	readonly tags: readonly string[];
	/** Seconds since the epoch: the document doesn't show the unit. */
	readonly created_at: number;
}

/**
 * The channel's contacts. IDs may have the form of created contacts (`cus_<digits>`), or that of fetched
 * ones (`<digits>`). A change of an unknown contact does nothing and returns false.
 */
export class ContactBook {
	/** By fetched ID. */
	private readonly contacts = new Map<string, Contact>();
	private lastCreatedNumber = 48_120_000;

	get(id: string): Contact | undefined {
		return this.contacts.get(fetchedId(id));
	}

	/** In the order in which they were created. */
	all(): readonly Contact[] {
		return [...this.contacts.values()];
	}

	/** The contacts with exactly this value, oldest contact first. */
	withField(name: string, value: string): readonly Contact[] {
		return this.all().filter(({ custom_fields: fields }) => fields[name] === value);
	}

	/** Puts a contact in as it is. */
	add(contact: Contact): void {
		this.contacts.set(fetchedId(contact.id), contact);
	}

	/** Creates a contact and returns its ID in the form of fetched contacts. */
	create(fields: readonly FieldAssignment[]): string {
		this.lastCreatedNumber += 1;
		const id = String(this.lastCreatedNumber);
		this.add({ id, custom_fields: {}, tags: [], created_at: Math.floor(Date.now() / 1_000) });
		this.update(id, fields);
		return id;
	}

	/** Sets custom fields (section 4.4, Update contact by ID). */
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
/** The ID of a contact as the response to its creation shows it (section 2, Contact). */
export function createdId(id: string): string {
	return `cus_${id}`;
}

function fetchedId(id: string): string {
	return id.replace(/^cus_(?=\d+$)/, '');
}
