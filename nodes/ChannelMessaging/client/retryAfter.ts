/**
 * Matches dates that start with a weekday. Obsolete formats may omit the time zone, but the time is
 * always GMT.
 */
const httpDate = /^(mon|tue|wed|thu|fri|sat|sun)[a-z]*,? .*\d\d:\d\d:\d\d/i;

/** No rate limit has a longer window, so a longer wait is a mistake, such as 400 digits. */
const maxWaitMs = 31 * 24 * 60 * 60_000;

/**
 * Parses seconds or an HTTP date (RFC 9110, section 10.2.3). Returns `undefined` if the header is
 * missing or invalid, if the date has passed, or if the wait would be longer than 31 days.
 */
export function parseRetryAfterMs(header: unknown, date: number): number | undefined {
	const text = typeof header === 'string' ? header.trim() : '';
	let waitMs = 0;
	if (/^\d+(\.\d+)?$/.test(text)) waitMs = Number(text) * 1_000;
	if (httpDate.test(text)) {
		waitMs = Date.parse(/(gmt|utc)$/i.test(text) ? text : `${text} GMT`) - date;
	}
	return waitMs > 0 && waitMs <= maxWaitMs ? waitMs : undefined;
}
