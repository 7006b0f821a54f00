/**
 * All limits of strangers' text in messages, hints, and logs. The table in
 * docs/internals/threat-model.md lists them, and a test compares both.
 */

/** Longer names, tags, and values make a message unreadable. A contact can have a name of 1 MB. */
export const maxNameCharacters = 100;

/** The beginning of an unexpected response. */
export const maxExcerptCharacters = 200;

/** Longer than three lists of 50 ranges of items. n8n stores and shows all of a description. */
export const maxDescriptionCharacters = 5_000;
