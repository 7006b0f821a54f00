/**
 * Limits for the service's responses. The service specifies none, and a broken service or proxy
 * must neither crash nor block n8n. A test compares these limits with the table in
 * docs/internals/threat-model.md.
 */

const kilobyte = 1_024;
const megabyte = 1_024 * kilobyte;

/** An envelope (section 2), one contact, or a page of a search. */
export type ResponseContent = keyof typeof bodyLimits;

export interface BodyLimits {
	/** Size after decompression. */
	maxBytes: number;
	/**
	 * Commas, colons, and opening brackets. There is at least one per key or value, so this bounds
	 * the time and memory of `JSON.parse`.
	 */
	maxValues: number;
	maxContacts?: number;
}

export const bodyLimits = {
	/** 300 times a documented envelope. Fifty can arrive at a time. */
	envelope: { maxBytes: 64 * kilobyte, maxValues: 1_000 },
	/** Room for 1,000 custom fields and 1,000 tags. `JSON.parse` takes up to 20 ms. */
	contact: { maxBytes: megabyte, maxValues: 10_000 },
	/** Room for 2,000 contacts with 20 custom fields. Takes up to 5 µs per contact. */
	page: { maxBytes: 4 * megabyte, maxValues: 200_000, maxContacts: 10_000 },
} as const satisfies Record<string, BodyLimits>;

/** Larger than an envelope, at a time. Fifty parsed pages of 4 MB would need a gigabyte. */
export const maxLargeBodies = 4;

/** Contacts have 4 levels. n8n can't store thousands. */
export const maxLevels = 100;

/** Documented IDs have up to 20. They become part of URLs. */
export const maxIdCharacters = 1_000;

/** Limits for a whole search. */
export const listLimits = {
	maxPages: 10_000,
	maxContacts: 100_000,
	/** Total size of all responses, whether or not contacts match. */
	maxBytes: 256 * megabyte,
} as const;

/**
 * Of a trigger. n8n stores them all with each event, and at 25 per page, reading 10,000 takes 8
 * polls or more.
 */
export const maxMonitoredContacts = 10_000;

/** Some other server may respond to a question's link. */
export const maxLinkBytes = 64 * kilobyte;

/**
 * In n8n's memory, together with the contacts that a node execution keeps. Room for 100,000
 * contacts with 8 custom fields.
 */
export const maxOutputBytes = 256 * megabyte;
