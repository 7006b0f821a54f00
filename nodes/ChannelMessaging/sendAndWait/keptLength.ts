/**
 * The number of UTF-16 code units that a page shows again if they can't be accepted. With more text,
 * the page could exceed 1 MB.
 */
export const maxKeptLength = 180_000;
