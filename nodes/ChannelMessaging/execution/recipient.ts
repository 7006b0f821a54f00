import type { FoundContact, KnownContact } from '../contacts/findContacts';
import type { ContactReference } from '../phoneNumbers/customFieldReference';

/** Output fields that identify an item's contact to people. */
export interface Recipient {
	/** `undefined` if the contact wasn't found. */
	contactId?: string;
	/** Empty if the contact has no name. `undefined` if the name is unknown. */
	contactName?: string;
	/** The name of the custom field by which the contact was found. */
	matchOn?: string;
	matchValue?: string;
}

/** @param known `undefined` if the contact wasn't found or wasn't read */
export function recipientOf(
	contact: ContactReference,
	known: Pick<KnownContact, 'name'> | Pick<FoundContact, 'name' | 'value'> | undefined,
): Recipient {
	const listedName = contact.kind === 'id' ? contact.listedName : undefined;
	const contactName = known?.name ?? listedName;
	return {
		...(contactName !== undefined && { contactName }),
		...(contact.kind === 'customField' && {
			matchOn: contact.name,
			matchValue: known !== undefined && 'value' in known ? known.value : contact.value,
		}),
	};
}
