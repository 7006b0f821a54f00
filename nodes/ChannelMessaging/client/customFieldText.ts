import type { IDataObject } from 'n8n-workflow';

import type { Contact } from './contact';
import { isRecord } from './isRecord';
import { isRoundedInteger } from './roundedInteger';

/** Returns an empty object if the response has no `custom_fields`. */
export function fieldsOf({ custom_fields: fields }: Contact): IDataObject {
	return isRecord(fields) ? fields : {};
}

/**
 * Returns `undefined` if the response lacks the custom field, or if its value is an unsafe integer,
 * which may have been rounded to another contact's value.
 */
export function fieldText(contact: Contact, name: string): string | undefined {
	const fields = fieldsOf(contact);
	const value = fields[name];
	return Object.hasOwn(fields, name) && !isRoundedInteger(value) ? valueText(value) : undefined;
}

/**
 * Returns whether the custom field has exactly this value. Returns `undefined` if the response
 * lacks the custom field, or if the value in the response may be a rounded form of this value.
 */
export function hasFieldText(contact: Contact, name: string, text: string): boolean | undefined {
	const exact = fieldText(contact, name);
	if (exact !== undefined) return exact === text;
	const value = fieldsOf(contact)[name];
	return isRoundedInteger(value) && Number(text) !== value ? false : undefined;
}

/** Returns `'1'` for both `1` and `'1'`, and `''` for `undefined`, `null`, and `''`. */
export function valueText(value: unknown): string {
	if (value === undefined || value === null) return '';
	return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
