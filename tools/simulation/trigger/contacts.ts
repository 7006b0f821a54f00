import type { ContactChange, SearchConditions } from './history';

/** A contact of the simulated channel at some time. */
export interface ChannelContact {
	readonly id: string;
	readonly fields: Readonly<Record<string, string>>;
	readonly tags: readonly string[];
	/** Whether responses contain no ID of this contact. */
	readonly lacksId: boolean;
}

/** The state of a contact since a time in milliseconds. `undefined`: it doesn't exist. */
export interface ContactVersion {
	readonly since: number;
	readonly contact: ChannelContact | undefined;
}

/** More characters than a trigger stores per contact. */
const largeText = 'x'.repeat(6_000);

/** The contacts of a channel, including all earlier versions of them. */
export class ChangingContacts {
	private readonly versions = new Map<string, ContactVersion[]>();

	/** @param firstId channels have different contacts, and some contacts with the same ID */
	constructor(private readonly firstId: number) {}

	get ids(): readonly string[] {
		return [...this.versions.keys()];
	}

	versionsOf(id: string): readonly ContactVersion[] {
		return this.versions.get(id) ?? [];
	}

	at(id: string, time: number): ChannelContact | undefined {
		return this.versionAt(id, time)?.contact;
	}

	private versionAt(id: string, time: number): ContactVersion | undefined {
		return this.versionsOf(id)
			.filter(({ since }) => since <= time)
			.at(-1);
	}

	apply(change: ContactChange, now: number): void {
		if (change.kind === 'create') {
			const id = String(this.firstId + this.versions.size);
			const fields = { status: change.value, city: 'Lugo' };
			const contact = { id, fields, tags: [], lacksId: change.lacksId };
			this.versions.set(id, [{ since: now, contact }]);
			return;
		}
		const id = this.existing(change.contact, now);
		if (id === undefined) return;
		this.versions.get(id)?.push({ since: now, contact: this.changed(id, change, now) });
	}

	/** Returns the ID of the nth contact, or of any contact if there are fewer. */
	existing(contact: number, now: number): string | undefined {
		const existing = this.ids.filter((id) => this.at(id, now) !== undefined);
		return existing[contact % Math.max(1, existing.length)];
	}

	private changed(
		id: string,
		change: Exclude<ContactChange, { kind: 'create' }>,
		now: number,
	): ChannelContact | undefined {
		const contact = this.at(id, now);
		if (contact === undefined || change.kind === 'delete') return undefined;
		const { fields, tags } = contact;
		switch (change.kind) {
			case 'setStatus':
				return { ...contact, fields: { ...fields, status: change.value } };
			case 'setCity':
				return { ...contact, fields: { ...fields, city: change.city } };
			case 'toggleTag':
				return { ...contact, tags: tags.includes('vip') ? [] : ['vip'] };
			case 'enlarge':
				return { ...contact, fields: { ...fields, notes: largeText + String(now) } };
		}
	}

	/** Returns the contacts of a search at a time, in the order of the results. */
	found(
		value: string,
		{ match, order }: Pick<SearchConditions, 'match' | 'order'>,
		time: number,
	): readonly string[] {
		const found = this.ids.filter((id) => {
			const status = this.at(id, time)?.fields['status'];
			if (status === undefined || status === '') return false;
			if (match === 'exact') return status === value;
			if (match === 'ignoresCase') return status.toLowerCase() === value.toLowerCase();
			return status.toLowerCase().includes(value.toLowerCase());
		});
		if (order === 'oldestFirst') return found;
		if (order === 'newestFirst') return [...found].reverse();
		const changedAt = (id: string) => this.versionAt(id, time)?.since ?? 0;
		return [...found].sort((one, other) => changedAt(other) - changedAt(one));
	}
}
