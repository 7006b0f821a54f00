/**
 * Returns the same text for IDs that may belong to the same contact, such as `cus_123`, `123`,
 * ` 0123`, and `123.0` from a spreadsheet (section 2, Contact). The service doesn't document whether
 * they do, but databases often compare IDs as numbers.
 */
export function canonicalContactId(contactId: string): string {
	return /^\s*(?:cus_)?0*(0|[1-9]\d*)(?:\.0*)?\s*$/i.exec(contactId)?.[1] ?? contactId;
}
