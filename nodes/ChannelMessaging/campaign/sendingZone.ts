import { ApiError } from '../client/apiError';
import type { SendingWindow } from '../scheduling/nextSendingTime';
import { readUnambiguousTimeZone, type TimeZone } from '../scheduling/timeZone';

/**
 * Rejects if the sending hours use the contact's time zone, but that zone is unknown and no
 * fallback is set.
 *
 * @param readZone returns the contact's `timezone`, or an empty string
 */
export async function sendingZoneOf(
	{ zone, fallbackZone }: SendingWindow,
	readZone: () => Promise<string>,
): Promise<TimeZone> {
	if (zone !== 'contact') return zone;
	const text = await readZone();
	const known = readUnambiguousTimeZone(text) ?? fallbackZone;
	if (known !== undefined) return known;
	throw new ApiError({ reason: 'timeZoneUnknown', outcome: 'notDone', zone: text.trim() });
}
