/**
 * All limits of strangers' text in messages, hints, and logs. The table in
 * docs/internals/threat-model.md lists them, and a test compares both.
 */

/** Names, tags, and values in messages. A contact can have a name of 1 MB. */
export const maxNameCharacters = 100;

export const maxExcerptCharacters = 200;

/** n8n stores and shows descriptions in full. Leaves room for three lists of 50 item ranges. */
export const maxDescriptionCharacters = 5_000;
