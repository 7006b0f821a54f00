/**
 * Matches an HTTP date, which starts with a weekday. Obsolete formats omit the time zone, which is
 * GMT.
 */
const httpDate = /^(mon|tue|wed|thu|fri|sat|sun)[a-z]*,? .*\d\d:\d\d:\d\d/i;

/**
 * Returns the delay from a `Retry-After` header in milliseconds (RFC 9110, section 10.2.3). The
 * header contains seconds or an HTTP date. Returns `undefined` if the header is missing, invalid,
 * or in the past.
 *
 * @param date the current time in milliseconds since the epoch
 */
export function parseRetryAfterMs(header: unknown, date: number): number | undefined {
	const text = typeof header === 'string' ? header.trim() : '';
	let waitMs = 0;
	if (/^\d+(\.\d+)?$/.test(text)) waitMs = Number(text) * 1_000;
	if (httpDate.test(text)) {
		waitMs = Date.parse(/(gmt|utc)$/i.test(text) ? text : `${text} GMT`) - date;
	}
	return waitMs > 0 ? waitMs : undefined;
}
