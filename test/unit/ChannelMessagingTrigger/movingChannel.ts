import { type Contact, contactIdOf } from '../../../nodes/ChannelMessaging/client/model';
import { apiErrorWith } from '../client/apiErrorWith';

export const match = { kind: 'customField', name: 'status', value: 'lead' } as const;

/** A change of a contact between two requests. */
export interface ContactChange {
	kind: 'enters' | 'leaves' | 'isDeleted' | 'changes';
	place: number;
}

const pageSize = 3;

/** A channel whose contacts enter, leave, and change while its pages are read. */
export class MovingChannel {
	/** In the order of search results. */
	private readonly matching: Contact[] = [];

	private readonly stopped = new Map<string, Contact>();

	private next = 1;

	private scheduled: ContactChange[] = [];

	constructor(initialCount: number) {
		for (let count = 0; count < initialCount; count += 1) {
			this.apply({ kind: 'enters', place: count });
		}
	}

	get contacts(): readonly Contact[] {
		return this.matching;
	}

	/** Applies one change before each of the next requests. */
	schedule(changes: readonly ContactChange[]): void {
		this.scheduled = [...changes];
	}

	async findContacts(_name: string, _value: string, page: number) {
		this.applyNext();
		const from = (page - 1) * pageSize;
		return await Promise.resolve({
			contacts: this.matching.slice(from, from + pageSize),
			size: 0,
			hasNext: from + pageSize < this.matching.length,
			total: this.matching.length,
		});
	}

	async getContact(contactId: string): Promise<Contact> {
		this.applyNext();
		const found = this.matching.find(({ id }) => id === contactId) ?? this.stopped.get(contactId);
		return found === undefined
			? await Promise.reject(apiErrorWith('contactNotFound', 'notDone'))
			: await Promise.resolve(found);
	}

	private applyNext(): void {
		const change = this.scheduled.shift();
		if (change !== undefined) this.apply(change);
	}

	private apply({ kind, place }: ContactChange): void {
		if (kind === 'enters') {
			const at = place % (this.matching.length + 1);
			const id = String(this.next);
			this.next += 1;
			this.matching.splice(at, 0, { id, custom_fields: { status: 'lead', visits: '0' }, tags: [] });
			return;
		}
		const at = place % Math.max(1, this.matching.length);
		const contact = this.matching[at];
		if (contact === undefined) return;
		if (kind === 'changes') {
			this.matching[at] = { ...contact, tags: [`tag ${String(place)}`] };
			return;
		}
		this.matching.splice(at, 1);
		if (kind === 'isDeleted') return;
		this.stopped.set(contactIdOf(contact) ?? '', {
			...contact,
			custom_fields: { status: 'customer' },
		});
	}
}
