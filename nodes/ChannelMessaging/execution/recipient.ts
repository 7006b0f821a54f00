import type { FoundContact, ContactSummary } from '../contacts/contactSummary';
import type { ContactReference } from '../customFieldValues/contactReference';

/** Shows users which contact an item belongs to. */
export interface Recipient {
	/** The contact's ID. Unset if the contact wasn't found. */
	contactId?: string;
	/** The contact's name. Empty if the contact has no name, and unset if the name is unknown. */
	contactName?: string;
	/** The custom field that was used to find the contact. */
	matchOn?: string;
	matchValue?: string;
}

/** @param known unset if the contact wasn't found or read */
export function recipientOf(
	contact: ContactReference,
	known: Pick<ContactSummary, 'name'> | Pick<FoundContact, 'name' | 'value'> | undefined,
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
