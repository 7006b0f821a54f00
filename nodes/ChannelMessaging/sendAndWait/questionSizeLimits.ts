/**
 * This file defines all limits for questions and answers. The limits exist because anyone with a
 * question's link can send requests to it. The table in docs/internals/threat-model.md lists the
 * same limits, and a test compares the two.
 *
 * Lengths are in UTF-16 code units, which HTML's `maxlength` also uses.
 */

/**
 * Each request for the page costs memory and CPU time, and anyone with the link can send requests.
 * `pageSizeError` rejects a question whose page could be larger.
 */
export const maxPageBytes = 1_000_000;

/** n8n rejects requests with more than 1,000 values. Checkboxes can have several values each. */
export const maxFields = 100;

/** The limit for all fields together, because the page renders all options on each request. */
export const maxOptions = 5_000;

/** The limit for each page text that users can change. */
export const maxPageTextCharacters = 1_000;

/** The limit for a multiline answer. A huge value would block n8n. */
export const maxAreaCharacters = 10_000;

export const maxLineCharacters = 1_000;

/** Numbers with more characters than this lose digits, unless they consist of zeros. */
export const maxNumberCharacters = 100;

/**
 * The limit for all rejected answers that a page shows again. Longer answers could make the page
 * larger than 1 MB.
 */
export const maxKeptCharacters = 180_000;

/**
 * The limit for a reply in the chat. No messenger allows longer replies, and a huge reply would
 * block n8n.
 */
export const maxReplyCharacters = 100_000;

/** Longer replies aren't compared, because no quick reply can be longer than this. */
export const maxComparedCharacters = 1_000;
