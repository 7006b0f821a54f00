/** An HTTP date: with a day's name, and in Greenwich time, which old forms take for granted. */
const httpDate = /^(mon|tue|wed|thu|fri|sat|sun)[a-z]*,? .*\d\d:\d\d:\d\d/i;

/**
 * The waiting time that a Retry-After header asks for, in milliseconds (RFC 9110, section 10.2.3):
 * seconds or an HTTP date. `undefined` where none can be understood, and where it is over already.
 *
 * @param date now, in milliseconds since the epoch
 */
export function retryAfterMilliseconds(header: unknown, date: number): number | undefined {
	const text = typeof header === 'string' ? header.trim() : '';
	let wait = 0;
	if (/^\d+(\.\d+)?$/.test(text)) wait = Number(text) * 1_000;
	if (httpDate.test(text)) {
		wait = Date.parse(/(gmt|utc)$/i.test(text) ? text : `${text} GMT`) - date;
	}
	return wait > 0 ? wait : undefined;
}
