/**
 * Limits for the service's responses. The service doesn't specify any, but a faulty service or
 * proxy must not crash or block n8n. A test compares these limits with the table in
 * docs/internals/threat-model.md.
 */

const kilobyte = 1_024;
const megabyte = 1_024 * kilobyte;

/** Responses contain an envelope (section 2), a single contact, or a page of search results. */
export type ResponseContent = keyof typeof bodyLimits;

export interface BodyLimits {
	/** The maximum size of the body after decompression. */
	maxBytes: number;
	/**
	 * Limits the number of commas, colons, and opening brackets. Every key and value has at least one
	 * of them, so this bounds the time and memory of `JSON.parse`.
	 */
	maxValues: number;
	maxContacts?: number;
}

export const bodyLimits = {
	/**
	 * `maxBytes` is only 300 times the size of a documented envelope because fifty envelopes can
	 * arrive at the same time.
	 */
	envelope: { maxBytes: 64 * kilobyte, maxValues: 1_000 },
	/** Allows for 1,000 custom fields and 1,000 tags. `JSON.parse` takes up to 20 ms. */
	contact: { maxBytes: megabyte, maxValues: 10_000 },
	/** Allows for 2,000 contacts with 20 custom fields each. */
	page: { maxBytes: 4 * megabyte, maxValues: 200_000, maxContacts: 10_000 },
} as const satisfies Record<string, BodyLimits>;

/**
 * How many bodies larger than an envelope may be read concurrently. Fifty parsed pages of 4 MB
 * would need a gigabyte of memory.
 */
export const maxLargeBodies = 4;

/** Limits the nesting of JSON. Contacts have 4 levels, and n8n can't store thousands. */
export const maxLevels = 100;

/** IDs become part of URLs, so their length is limited. Documented IDs have up to 20 characters. */
export const maxIdCharacters = 1_000;

/** Tags beyond these limits count as unreadable, because comparing them would block n8n. */
export const tagLimits = { maxTags: 10_000, maxCharacters: 100_000 } as const;

/** Limits for an entire search, across all pages. */
export const listLimits = {
	maxPages: 10_000,
	maxContacts: 100_000,
	/** The total size of all responses, including those without a matching contact. */
	maxBytes: 256 * megabyte,
} as const;

/**
 * How many contacts a trigger can monitor. n8n stores all of them with each event, and reading
 * 10,000 contacts with 25 per page takes at least 8 polls.
 */
export const maxMonitoredContacts = 10_000;

/**
 * Limits the size of a response to a question's link, because the link can point to a server other
 * than n8n.
 */
export const maxLinkBytes = 64 * kilobyte;

/**
 * Limits the node's output in n8n's memory, including the contacts that the node keeps. The limit
 * allows for 100,000 contacts with 8 custom fields.
 */
export const maxOutputBytes = 256 * megabyte;
