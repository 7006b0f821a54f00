/**
 * Matches dates that start with a weekday. Obsolete formats may omit the time zone, but the time is
 * always GMT.
 */
const httpDate = /^(mon|tue|wed|thu|fri|sat|sun)[a-z]*,? .*\d\d:\d\d:\d\d/i;

/**
 * Parses seconds or an HTTP date (RFC 9110, section 10.2.3). Returns `undefined` if the header is
 * missing or invalid, or if the date has passed.
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
