/** An HTTP date: with a day's name, and in Greenwich time, which old forms take for granted. */
const httpDate = /^(mon|tue|wed|thu|fri|sat|sun)[a-z]*,? .*\d\d:\d\d:\d\d/i;

/**
 * The waiting time that a Retry-After header asks for, in milliseconds (RFC 9110, section 10.2.3):
 * seconds or an HTTP date. `undefined` where none can be understood, and where it is over already.
 *
 * @param date now, in milliseconds since the epoch
 */
export function retryAfterMilliseconds(header: unknown, date: number): number | undefined {
	if (typeof header !== 'string') return undefined;
	const text = header.trim();
	if (/^\d+(\.\d+)?$/.test(text)) return waitOf(Number(text) * 1_000);
	if (!httpDate.test(text)) return undefined;
	const until = Date.parse(/(gmt|utc)$/i.test(text) ? text : `${text} GMT`);
	return waitOf(until - date);
}

function waitOf(milliseconds: number): number | undefined {
	return milliseconds > 0 ? milliseconds : undefined;
}
