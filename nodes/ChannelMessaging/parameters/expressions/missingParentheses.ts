/** n8n's error for a single expression that returns a function. */
const functionError = /^this is a (?:function|DateTime), please /;

/**
 * Returns whether an expression returned a function because its parentheses are missing. If the
 * expression is only part of a text, n8n inserts the function's source code instead of throwing
 * this error.
 */
export function isFunctionError(error: unknown): boolean {
	return error instanceof Error && functionError.test(error.message);
}

/** Replaces the source code of a function. */
export const functionText = '[object Function]';
