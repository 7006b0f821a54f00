/** Matches half of a surrogate pair, which no URL can contain. */
export const loneSurrogate = /\p{Surrogate}/u;
