import { tryToParseDateTime, WAIT_INDEFINITELY } from 'n8n-workflow';

import { isRecord } from '../client/isRecord';
import { ParameterError } from '../parameters/parameterError';
import type { ParameterValue } from '../parameters/parameterTypes';
import { readText } from '../parameters/readText';
import { hasPassed, type WaitLimit } from './waitLimit';

/** The latest supported time, in the year 3000. n8n uses this time for unlimited waits. */
export const latestTime = WAIT_INDEFINITELY.getTime();

const isoDateTime =
	/^\d{4}-\d{2}-\d{2}(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d([.,]\d{1,9})?)?(Z|[+-]([01]\d|2[0-3])(:?[0-5]\d)?)?)?$/;

export function readMaxDateAndTime({ value, label }: ParameterValue, timeZone: string): number {
	const time = isDateObject(value)
		? parseTime(value, timeZone)
		: readIsoTime(readText({ value, label }).trim(), timeZone);
	if (time !== undefined && time <= latestTime) return time;
	throw new ParameterError(
		`${label} is not a date and time`,
		"Choose one, or have the expression return ISO 8601 such as 2030-01-31T18:00:00, which is in the workflow's time zone, or 2030-01-31T18:00:00+01:00.",
	);
}

export function pastTimeError(limit: WaitLimit): ParameterError | undefined {
	if (!hasPassed(limit)) return undefined;
	return new ParameterError(
		"'Max Date and Time' is in the past",
		'Choose a later time, so that the contact has time to answer.',
	);
}

/** Returns whether the value is a `Date` or a Luxon `DateTime` such as `$now`. */
function isDateObject(value: unknown): boolean {
	return value instanceof Date || (isRecord(value) && value.isLuxonDateTime === true);
}

/**
 * Accepts only ISO 8601. Other formats are ambiguous, and n8n parses some of them in the server's
 * time zone.
 */
function readIsoTime(text: string, timeZone: string): number | undefined {
	return isoDateTime.test(text) ? parseTime(text, timeZone, text.slice(0, 10)) : undefined;
}

/**
 * Returns the time in milliseconds since the epoch, or `undefined` if the date is invalid.
 *
 * @param date the date that the result must have, because the parser would turn 30 February into 2
 * March
 */
function parseTime(value: unknown, timeZone: string, date?: string): number | undefined {
	try {
		const time = tryToParseDateTime(value, timeZone);
		if (date === undefined) return time.toMillis();
		// When the clocks go back, an hour occurs twice. Using the first occurrence keeps the result
		// independent of the current season.
		const [first = time] = time.getPossibleOffsets();
		return first.toISODate() === date ? first.toMillis() : undefined;
	} catch {
		return undefined;
	}
}
