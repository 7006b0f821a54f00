/** A contact as the interface shows it (section 2, Resources and their fields). */
export interface Contact {
	id: string;
	custom_fields: Record<string, string>;
	tags: string[];
	/** Seconds since the epoch: the document doesn't show the unit. */
	created_at: number;
}

/** A custom field assignment (section 2, Resources and their fields). */
export interface FieldAssignment {
	name: string;
	value: string;
}

interface StoredContact {
	readonly id: string;
	readonly fields: Map<string, string>;
	readonly tags: Set<string>;
	readonly createdAt: number;
}

/** The channel's contacts. Where a change finds no such contact, it does nothing and gives false. */
export class ContactBook {
	private readonly stored = new Map<string, StoredContact>();
	private lastCreatedNumber = 48_120_000;

	get(id: string): Contact | undefined {
		const contact = this.stored.get(id);
		return contact && shown(contact);
	}

	/** In the order in which they were created. */
	all(): Contact[] {
		return [...this.stored.values()].map(shown);
	}

	/** The contacts with exactly this value, oldest contact first. */
	withField(name: string, value: string): Contact[] {
		return [...this.stored.values()].filter(({ fields }) => fields.get(name) === value).map(shown);
	}

	/** Puts a contact in as it is. */
	add({ id, custom_fields: fields, tags, created_at: createdAt }: Contact): void {
		this.stored.set(id, {
			id,
			fields: new Map(Object.entries(fields)),
			tags: new Set(tags),
			createdAt,
		});
	}

	/** Creates a contact (section 4.7, Create contact) and gives its identifier, `cus_<digits>`. */
	create(fields: readonly FieldAssignment[]): string {
		this.lastCreatedNumber += 1;
		const id = `cus_${String(this.lastCreatedNumber)}`;
		this.add({ id, custom_fields: {}, tags: [], created_at: Math.floor(Date.now() / 1_000) });
		this.update(id, fields);
		return id;
	}

	/** Sets custom fields (section 4.4, Update contact by ID). */
	update(id: string, fields: readonly FieldAssignment[]): boolean {
		const contact = this.stored.get(id);
		for (const { name, value } of fields) contact?.fields.set(name, value);
		return contact !== undefined;
	}

	addTags(id: string, tags: readonly string[]): boolean {
		const contact = this.stored.get(id);
		for (const tag of tags) contact?.tags.add(tag);
		return contact !== undefined;
	}

	removeTags(id: string, tags: readonly string[]): boolean {
		const contact = this.stored.get(id);
		for (const tag of tags) contact?.tags.delete(tag);
		return contact !== undefined;
	}
}

function shown({ id, fields, tags, createdAt }: StoredContact): Contact {
	return {
		id,
		custom_fields: Object.fromEntries(fields),
		tags: [...tags],
		created_at: createdAt,
	};
}
