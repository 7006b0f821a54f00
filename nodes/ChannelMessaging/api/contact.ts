import type { IDataObject } from 'n8n-workflow';

import { isRecord } from './record';

/** A value for one custom field of a contact (section 2, Custom field assignment). */
export interface CustomFieldAssignment {
	name: string;
	value: string;
}

/** A contact as it came (section 2, Resources and their fields); only an object is certain. */
export type Contact = IDataObject;

/** A contact's custom fields; none where the service gave none that can be read. */
export function fieldsOf({ custom_fields: fields }: Contact): IDataObject {
	return isRecord(fields) ? fields : {};
}

/** A contact's identifier as text, where the service gave one. */
export function identifierOf({ id }: Contact): string | undefined {
	if (typeof id === 'number') return String(id);
	return typeof id === 'string' && id !== '' ? id : undefined;
}

/** Returns a contact's first and last name, as far as it has them. */
export function nameOf(contact: Contact): string {
	const { firstName, lastName } = fieldsOf(contact);
	return [firstName, lastName].filter(Boolean).join(' ');
}

/** One page of a contact search (section 4.2, Find contacts by custom field). */
export interface ContactPage {
	contacts: Contact[];
	/** The length of the page as text, in characters. */
	size: number;
	/** Whether the service says that another page follows. */
	hasNext: boolean;
	/** How many contacts the service says it has found in all, where it says so. */
	total?: number;
}

/** The names that section 2 (Resources and their fields) shows; a channel may have others. */
export const documentedFieldNames = [
	'firstName',
	'lastName',
	'locale',
	'timezone',
	'gender',
	'phone',
	'email',
	'customerid',
] as const;
