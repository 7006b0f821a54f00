/** A contact, identified by the value of a custom field. */
export interface CustomFieldReference {
	kind: 'customField';
	/** The name of a custom field in the channel. */
	name: string;
	value: string;
	/** The same phone number in other formats, which are searched if no contact has the value. */
	otherSpellings?: readonly string[];
}

export type ContactReference = { kind: 'id'; contactId: string } | CustomFieldReference;

export function keyOf({ name, value }: CustomFieldReference): string {
	return JSON.stringify([name, value]);
}

/** Returns a custom field value, followed by the other formats of a phone number. */
export function spellingsOf({ value, otherSpellings = [] }: CustomFieldReference): string[] {
	return [value, ...otherSpellings];
}
