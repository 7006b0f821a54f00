/**
 * This file defines all length limits for external text, except for responses and questions. The table in
 * docs/internals/threat-model.md lists the same limits, and a test compares the two.
 */

/** The limit for names, tags, and values in messages. A contact's name can be as large as 1 MB. */
export const maxNameCharacters = 100;

export const maxExcerptCharacters = 200;

/** Longer text keeps its invisible characters because finding them would block n8n. */
export const maxExaminedCharacters = 100_000;

/** Longer names aren't similar to other names. */
export const maxComparedNameCharacters = 1_000;

/**
 * The limit for error descriptions, which n8n stores and shows in full. Allows for three lists of
 * 50 item ranges.
 */
export const maxDescriptionCharacters = 5_000;
