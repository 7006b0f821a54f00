import { ApiError } from '../../../nodes/ChannelMessaging/client/apiError';
import { type Contact, contactIdOf, fieldText } from '../../../nodes/ChannelMessaging/client/model';

/** How the searches of a test channel behave. */
interface SearchBehavior {
	pageSize?: number;
	/** Whether a search also finds values that contain the searched one, in any case. */
	isLenient?: boolean;
	/** Whether search results omit the custom fields. */
	omitsFields?: boolean;
	/** IDs of contacts that searches don't find yet. */
	notIndexed?: ReadonlySet<string>;
}

export function contactOf(id: string, fields: Record<string, string> = {}): Contact {
	return { id, custom_fields: fields };
}

/** A channel whose contacts tests can change between two requests. */
export class TestContacts {
	/** The requests, such as `phone=+1 1` for the first page of a search, or `7` for a Get. */
	readonly requests: string[] = [];

	/** Called before each response. */
	onRequest: () => void = () => undefined;

	constructor(
		public contacts: Contact[],
		private readonly behavior: SearchBehavior = {},
	) {}

	async findContacts(name: string, value: string, page: number) {
		this.requests.push(`${name}=${value} ${String(page)}`);
		this.onRequest();
		const { pageSize = 2, isLenient, omitsFields, notIndexed } = this.behavior;
		const found = this.contacts.filter((contact) => {
			const text = fieldText(contact, name) ?? '';
			const isFound = isLenient ? text.toLowerCase().includes(value.toLowerCase()) : text === value;
			return isFound && !notIndexed?.has(contactIdOf(contact) ?? '');
		});
		const contacts = found.slice((page - 1) * pageSize, page * pageSize);
		return await Promise.resolve({
			contacts: omitsFields ? contacts.map(({ id }) => ({ id })) : contacts,
			bytes: 1_000,
			hasNext: found.length > page * pageSize,
			total: found.length,
		});
	}

	firstRequestAt(): number {
		return 0;
	}

	async getContact(contactId: string) {
		this.requests.push(contactId);
		this.onRequest();
		const contact = this.contacts.find(({ id }) => id === contactId);
		if (contact !== undefined) return await Promise.resolve(contact);
		throw new ApiError({ reason: 'contactNotFound', outcome: 'notDone', contactId });
	}
}
