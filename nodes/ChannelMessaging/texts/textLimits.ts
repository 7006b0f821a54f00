/**
 * This file defines all length limits for external text in messages, hints, and logs. The table in
 * docs/internals/threat-model.md lists the same limits, and a test compares the two.
 */

/** Applies to names, tags, and values in messages. A contact's name can be as large as 1 MB. */
export const maxNameCharacters = 100;

export const maxExcerptCharacters = 200;

/**
 * n8n stores and shows descriptions in full. This leaves room for three lists of 50 item ranges.
 */
export const maxDescriptionCharacters = 5_000;
