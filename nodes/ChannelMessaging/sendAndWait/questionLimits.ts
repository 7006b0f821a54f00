/**
 * All limits of questions and answers. They exist because anyone with a question's link can send
 * requests to it. The table in docs/internals/threat-model.md lists them, and a test compares both.
 *
 * Lengths are in UTF-16 code units, which HTML's `maxlength` also uses.
 */

/**
 * Limits the memory and CPU time that a page needs, because anyone with a link can request its
 * page.
 */
export const maxPageBytes = 1_000_000;

/**
 * n8n rejects a request with more than 1,000 values. A form with many checkboxes can reach this
 * limit.
 */
export const maxFields = 100;

/** All options of a form. Rendering them takes CPU time whenever the page is requested. */
export const maxOptions = 5_000;

/** One of the texts that the author of a question can translate. */
export const maxPageTextCharacters = 1_000;

/** What a contact can enter in a field. Without a limit, a huge value could block n8n. */
export const maxAreaCharacters = 10_000;

/** Like `maxAreaCharacters`, for fields with one line. */
export const maxLineCharacters = 1_000;

/** Longer numbers always lose digits, except for zeros that no person enters. */
export const maxNumberCharacters = 100;

/**
 * All texts that a page shows again if they can't be accepted. With more text, the page could exceed
 * 1 MB.
 */
export const maxKeptCharacters = 180_000;

/**
 * A reply in the chat, which is longer than any messenger's messages. Without a limit, a huge reply
 * could block n8n.
 */
export const maxReplyCharacters = 100_000;

/** A reply that is compared with quick replies. A longer text can't equal one. */
export const maxComparedCharacters = 1_000;
