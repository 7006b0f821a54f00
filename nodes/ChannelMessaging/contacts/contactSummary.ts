import { fullNameOf } from '../client/fullName';
import { tagsOf } from '../client/contactTags';
import { fieldsOf, fieldText } from '../client/customFieldText';
import type { Contact } from '../client/contact';

export interface ContactSummary {
	contactId: string;
	/** The contact's full name. Empty if the contact has neither a first nor a last name. */
	name: string;
	/** The contact's tags. Missing if the response has no readable tags. */
	tags: readonly string[] | undefined;
	/**
	 * The value of the custom field `timezone`. Missing if the response doesn't contain this field.
	 */
	timezone: string | undefined;
	/** Names of the custom fields in the response. */
	fieldNames: readonly string[];
}

export function contactSummary(contact: Contact, contactId: string): ContactSummary {
	const timezone = fieldText(contact, 'timezone');
	const fieldNames = Object.keys(fieldsOf(contact));
	return { contactId, name: fullNameOf(contact), tags: tagsOf(contact), timezone, fieldNames };
}

export interface FoundContact extends ContactSummary {
	/** The search value that matched this contact. */
	value: string;
	/** Whether the tags may lack a change that this process has made. */
	tagsMayLag?: boolean;
}
