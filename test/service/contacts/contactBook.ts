/** A contact as the interface shows it (section 2). */
export interface Contact {
	id: string;
	custom_fields: Record<string, string>;
	tags: string[];
	/** Seconds since the epoch: the document doesn't show the unit. */
	created_at: number;
}

/** A custom field assignment (section 2). */
export interface FieldAssignment {
	name: string;
	value: string;
}

interface StoredContact {
	readonly id: string;
	readonly ordinal: number;
	readonly fields: Map<string, string>;
	readonly tags: Set<string>;
	readonly createdAt: number;
	changedAtRevision: number;
}

/** The channel's contacts, found by identifier and by the value of a custom field. */
export class ContactBook {
	private readonly stored = new Map<string, StoredContact>();
	/** Field name, to value, to the contacts that have it: finding stays quick with thousands. */
	private readonly byField = new Map<string, Map<string, Set<StoredContact>>>();
	private lastCreatedNumber = 48_120_000;
	private currentRevision = 0;

	get size(): number {
		return this.stored.size;
	}

	/** Grows with every change, so that a reader knows whether there is something new. */
	get revision(): number {
		return this.currentRevision;
	}

	has(id: string): boolean {
		return this.stored.has(id);
	}

	get(id: string): Contact | undefined {
		const contact = this.stored.get(id);
		return contact && shown(contact);
	}

	/** In the order in which they were created. */
	all(): Contact[] {
		return [...this.stored.values()].map(shown);
	}

	changedSince(revision: number): Contact[] {
		return [...this.stored.values()]
			.filter((contact) => contact.changedAtRevision > revision)
			.map(shown);
	}

	/** Puts a contact in as it is; an identifier that is taken throws. */
	add(contact: Contact): void {
		if (this.stored.has(contact.id)) throw new Error(`Contact ${contact.id} exists already`);
		this.currentRevision += 1;
		const added: StoredContact = {
			id: contact.id,
			ordinal: this.stored.size,
			fields: new Map(),
			tags: new Set(contact.tags),
			createdAt: contact.created_at,
			changedAtRevision: this.currentRevision,
		};
		this.stored.set(added.id, added);
		for (const [name, value] of Object.entries(contact.custom_fields)) {
			this.setField(added, name, value);
		}
	}

	/** Creates a contact (section 4.7) and gives its identifier, `cus_<digits>`. */
	create(fields: readonly FieldAssignment[]): string {
		this.lastCreatedNumber += 1;
		const id = `cus_${String(this.lastCreatedNumber)}`;
		this.add({ id, custom_fields: {}, tags: [], created_at: Math.floor(Date.now() / 1_000) });
		this.update(id, fields);
		return id;
	}

	/** Sets custom fields (section 4.4); false: there is no such contact. */
	update(id: string, fields: readonly FieldAssignment[]): boolean {
		return this.change(id, (contact) => {
			for (const { name, value } of fields) this.setField(contact, name, value);
		});
	}

	/** Tags that the contact has already stay single; false: there is no such contact. */
	addTags(id: string, tags: readonly string[]): boolean {
		return this.change(id, (contact) => {
			for (const tag of tags) contact.tags.add(tag);
		});
	}

	/** Tags that the contact doesn't have are left out; false: there is no such contact. */
	removeTags(id: string, tags: readonly string[]): boolean {
		return this.change(id, (contact) => {
			for (const tag of tags) contact.tags.delete(tag);
		});
	}

	/** The identifiers of the contacts with exactly this value, oldest contact first. */
	idsWithField(name: string, value: string): string[] {
		const found = this.byField.get(name)?.get(value) ?? [];
		return [...found].sort((one, other) => one.ordinal - other.ordinal).map(({ id }) => id);
	}

	private change(id: string, apply: (contact: StoredContact) => void): boolean {
		const contact = this.stored.get(id);
		if (!contact) return false;
		this.currentRevision += 1;
		contact.changedAtRevision = this.currentRevision;
		apply(contact);
		return true;
	}

	private setField(contact: StoredContact, name: string, value: string): void {
		const contactsByValue = entryOf(
			this.byField,
			name,
			() => new Map<string, Set<StoredContact>>(),
		);
		const previous = contact.fields.get(name);
		if (previous !== undefined) contactsByValue.get(previous)?.delete(contact);
		entryOf(contactsByValue, value, () => new Set<StoredContact>()).add(contact);
		contact.fields.set(name, value);
	}
}

function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
	const existing = map.get(key);
	if (existing !== undefined) return existing;
	const created = create();
	map.set(key, created);
	return created;
}

function shown(contact: StoredContact): Contact {
	return {
		id: contact.id,
		custom_fields: Object.fromEntries(contact.fields),
		tags: [...contact.tags],
		created_at: contact.createdAt,
	};
}
