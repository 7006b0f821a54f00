/**
 * The waiting time that a Retry-After header asks for, in milliseconds, or `undefined` where there
 * is none that can be understood. Both forms of the header are read: whole seconds and an HTTP date.
 *
 * @param now milliseconds since the epoch
 */
export function retryAfterMilliseconds(
	header: string | undefined,
	now: number,
): number | undefined {
	if (header === undefined) return undefined;
	const text = header.trim();
	if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
	if (!/^[A-Za-z]{3}/.test(text)) return undefined;
	const date = Date.parse(text);
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
