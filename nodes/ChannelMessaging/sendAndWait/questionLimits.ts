/**
 * All limits of questions and answers. They exist because anyone with a question's link can send
 * requests to it. The table in docs/internals/threat-model.md lists them, and a test compares both.
 *
 * Lengths are in UTF-16 code units, which HTML's `maxlength` also uses.
 */

/** Anyone with the link can request the page, which costs memory and CPU time. */
export const maxPageBytes = 1_000_000;

/** n8n rejects requests with more than 1,000 values, and checkboxes can have many. */
export const maxFields = 100;

/** Options of all fields together. The page renders them on each request. */
export const maxOptions = 5_000;

/** Applies to each page text that users can change. */
export const maxPageTextCharacters = 1_000;

/** A huge value would block n8n. */
export const maxAreaCharacters = 10_000;

export const maxLineCharacters = 1_000;

/** Longer numbers lose digits, unless they consist of zeros. */
export const maxNumberCharacters = 100;

/** Rejected texts that a page repeats, together. With more, it could exceed 1 MB. */
export const maxKeptCharacters = 180_000;

/** Longer than any messenger allows. A huge reply would block n8n. */
export const maxReplyCharacters = 100_000;

/** Longer than any quick reply. */
export const maxComparedCharacters = 1_000;
