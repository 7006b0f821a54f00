/**
 * All limits of questions and answers. They exist because anyone with a question's link can send
 * requests to it. The table in docs/internals/threat-model.md lists them, and a test compares both.
 *
 * Lengths are in UTF-16 code units, which HTML's `maxlength` also uses.
 */

/**
 * Limits the memory and CPU time for rendering a page, because anyone with a question's link can
 * request its page.
 */
export const maxPageBytes = 1_000_000;

/**
 * Fields per form. n8n rejects requests with more than 1,000 values, which a form with many
 * checkboxes can reach.
 */
export const maxFields = 100;

/**
 * Options of all fields in a form. Rendering them takes CPU time whenever the page is requested.
 */
export const maxOptions = 5_000;

/** Length of each page text that the author of a question can change or translate. */
export const maxPageTextCharacters = 1_000;

/** Length of an answer in a text area. Without a limit, a huge value could block n8n. */
export const maxAreaCharacters = 10_000;

/** Length of an answer in a single-line field. */
export const maxLineCharacters = 1_000;

/** Length of an entered number. Longer numbers lose digits unless these are zeros. */
export const maxNumberCharacters = 100;

/**
 * Total length of rejected texts that a page shows to the contact again. With more text, the page
 * could exceed 1 MB.
 */
export const maxKeptCharacters = 180_000;

/**
 * Length of a reply in the chat, which exceeds the maximum of any messenger. Without a limit, a
 * huge reply could block n8n.
 */
export const maxReplyCharacters = 100_000;

/** Length of a reply that is compared with quick replies. All quick replies are shorter. */
export const maxComparedCharacters = 1_000;
