/** An HTTP date: with a day's name, and in Greenwich time, which old forms take for granted. */
const httpDate = /^(mon|tue|wed|thu|fri|sat|sun)[a-z]*,? .*\d\d:\d\d:\d\d/i;

/**
 * The waiting time that a Retry-After header asks for, in milliseconds, or `undefined` where there
 * is none that can be understood. Both forms of the header are read: seconds and an HTTP date.
 *
 * @param now milliseconds since the epoch
 */
export function retryAfterMilliseconds(
	header: string | undefined,
	now: number,
): number | undefined {
	if (header === undefined) return undefined;
	const text = header.trim();
	if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1_000;
	if (!httpDate.test(text)) return undefined;
	const date = Date.parse(/(gmt|utc)$/i.test(text) ? text : `${text} GMT`);
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
