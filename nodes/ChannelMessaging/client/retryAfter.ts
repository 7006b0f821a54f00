/** Starts with a weekday. The obsolete formats have no time zone; it's always GMT. */
const httpDate = /^(mon|tue|wed|thu|fri|sat|sun)[a-z]*,? .*\d\d:\d\d:\d\d/i;

/** Seconds or an HTTP date (RFC 9110, section 10.2.3). `undefined` if missing, invalid, or over. */
export function parseRetryAfterMs(header: unknown, date: number): number | undefined {
	const text = typeof header === 'string' ? header.trim() : '';
	let waitMs = 0;
	if (/^\d+(\.\d+)?$/.test(text)) waitMs = Number(text) * 1_000;
	if (httpDate.test(text)) {
		waitMs = Date.parse(/(gmt|utc)$/i.test(text) ? text : `${text} GMT`) - date;
	}
	return waitMs > 0 ? waitMs : undefined;
}
