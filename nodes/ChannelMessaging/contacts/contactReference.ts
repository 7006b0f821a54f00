/** A contact by the value of one of its custom fields. */
export interface CustomFieldReference {
	kind: 'customField';
	/** The name of the custom field, as the channel has it. */
	name: string;
	value: string;
	/** Other spellings of the same phone number, to search if no contact has the value. */
	otherSpellings?: readonly string[];
}

/** How a user says which contact is meant. */
export type ContactReference = { kind: 'id'; contactId: string } | CustomFieldReference;

/** The same text for the same name and value, and for no others. */
export function keyOf({ name, value }: CustomFieldReference): string {
	return JSON.stringify([name, value]);
}

/** Returns the values to search, in this order. */
export function spellingsOf({ value, otherSpellings = [] }: CustomFieldReference): string[] {
	return [value, ...otherSpellings];
}
