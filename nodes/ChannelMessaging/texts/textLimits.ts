/**
 * All limits of strangers' text in messages, hints, and logs. The table in
 * docs/internals/threat-model.md lists them, and a test compares both.
 */

/** Names, tags, and values in messages. A contact can have a name of 1 MB. */
export const maxNameCharacters = 100;

/** Excerpts of unexpected responses in messages. */
export const maxExcerptCharacters = 200;

/**
 * Error descriptions, which n8n stores and shows completely. Exceeds three lists of 50 item ranges.
 */
export const maxDescriptionCharacters = 5_000;
