/**
 * Limits for the service's responses. The service specifies none, and a broken service or proxy
 * must neither crash nor block n8n. A test compares these limits with the table in
 * docs/internals/threat-model.md.
 */

const kilobyte = 1_024;
const megabyte = 1_024 * kilobyte;

/** What a response contains: an envelope (section 2), one contact, or a page of a search. */
export type ResponseContent = keyof typeof bodyLimits;

export interface BodyLimits {
	/** Maximum size of the body after decompression. */
	maxBytes: number;
	/**
	 * Maximum number of commas, colons, and opening brackets. Each key or value adds at least one, so
	 * this number limits the memory and time that `JSON.parse` needs.
	 */
	maxValues: number;
	maxContacts?: number;
}

export const bodyLimits = {
	/** 300 times the size of the documented envelopes. Fifty responses can arrive concurrently. */
	envelope: { maxBytes: 64 * kilobyte, maxValues: 1_000 },
	/** 1,000 custom fields and 1,000 tags fit. `JSON.parse` needs up to 20 ms. */
	contact: { maxBytes: megabyte, maxValues: 10_000 },
	/**
	 * 2,000 contacts with 20 custom fields fit. The node needs up to 5 µs for each contact of a page.
	 */
	page: { maxBytes: 4 * megabyte, maxValues: 200_000, maxContacts: 10_000 },
} as const satisfies Record<string, BodyLimits>;

/**
 * Maximum number of bodies larger than an envelope that an execution reads concurrently. Fifty
 * parsed pages of 4 MB each would need a gigabyte of memory.
 */
export const maxLargeBodies = 4;

/** Contacts are nested 4 levels deep. n8n can't store JSON that is nested thousands of levels deep. */
export const maxLevels = 100;

/** The longest documented ID has 20 characters. IDs become part of request URLs. */
export const maxIdCharacters = 1_000;

/** A contact search that exceeds one of these limits ends with an error. */
export const listLimits = {
	maxPages: 10_000,
	maxContacts: 100_000,
	/** The total size of all responses, whether or not their contacts match. */
	maxBytes: 256 * megabyte,
} as const;

/**
 * The maximum number of contacts that a trigger can monitor. n8n stores all of these contacts with
 * every event. At 25 contacts per page, reading 10,000 contacts takes at least 8 polls.
 */
export const maxMonitoredContacts = 10_000;

/** Maximum response size when a question's link is opened. A server other than n8n may respond. */
export const maxLinkBytes = 64 * kilobyte;

/**
 * Maximum size of the output of a node execution in n8n's memory, and of the contacts that the node
 * keeps until the execution ends. 100,000 contacts with 8 custom fields fit.
 */
export const maxOutputBytes = 256 * megabyte;
