import { expiringState } from './removeExpiredState';

/** An IANA time zone or a fixed offset. */
export interface TimeZone {
	/**
	 * Returns the offset from UTC in minutes.
	 *
	 * @param time in milliseconds since the epoch
	 */
	offsetAt(time: number): number;
}

const minuteMs = 60_000;

/** The range of the offsets of all time zones, in minutes: from -12:00 to +14:00. */
const offsetRange = { min: -12 * 60, max: 14 * 60 };

/** Fractions are quarters of an hour. `5.30` isn't accepted, because it can mean 5:30 or 5:18. */
const offsetPattern =
	/^(?:UTC|GMT)?\s*(?:([+−-]?)\s*(\d{1,2}(?=$|[:.,])|\d{2})(?::?(\d{2})|[.,](00?|25|50?|75))?)?$/i;

/**
 * Caches time zones because ICU takes 0.2 ms to load one. The cache is cleared when it is full and
 * at each execution.
 */
const knownZones = new Map<string, TimeZone | undefined>();

const maxKnownZones = 100;

expiringState({
	removeExpired() {
		knownZones.clear();
	},
});

/** IANA names have up to 30 characters, so longer names are rejected. */
const maxNameLength = 50;

/**
 * Parses an IANA name in any case, with underscores or spaces, or an offset such as `+02:00`,
 * `UTC-3`, `2`, or `5.5`. Many forms are accepted because the service's documentation doesn't
 * specify the format of the custom field `timezone` (section 2, Contact).
 */
export function readTimeZone(text: string): TimeZone | undefined {
	const entered = text.trim();
	if (entered.length > maxNameLength) return undefined;
	const name = entered.toLowerCase();
	if (knownZones.has(name)) return knownZones.get(name);
	if (knownZones.size === maxKnownZones) knownZones.clear();
	const zone = loadTimeZone(name);
	knownZones.set(name, zone);
	return zone;
}

/** Abbreviations that have the same meaning everywhere. */
const clearAbbreviations: ReadonlySet<string> = new Set(
	'cat cet eat eet gmt hst jst met prc roc rok uct utc wet'.split(' '),
);

/**
 * Returns whether the text is an abbreviation such as `BST`, `IST`, or `EST`. ICU interprets these
 * examples as the time in Bangladesh, in India, and in a zone without daylight saving time, but
 * people also use them for Britain, Ireland or Israel, and New York.
 */
export function isAmbiguousTimeZone(text: string): boolean {
	const name = text.trim();
	return /^[a-z]{3}$/i.test(name) && !clearAbbreviations.has(name.toLowerCase());
}

/** Parses a time zone, but returns `undefined` for an ambiguous abbreviation. */
export function readUnambiguousTimeZone(text: string): TimeZone | undefined {
	return isAmbiguousTimeZone(text) ? undefined : readTimeZone(text);
}

function loadTimeZone(name: string): TimeZone | undefined {
	const offset = offsetIn(name);
	if (offset !== undefined) return { offsetAt: () => offset };
	// Since Node.js 22, Intl also accepts offsets of up to 23 hours.
	if (!/^[a-z]/.test(name)) return undefined;
	try {
		const format = new Intl.DateTimeFormat('en-US', {
			timeZone: name.replace(/\s+/g, '_'),
			timeZoneName: 'longOffset',
		});
		return {
			offsetAt(time) {
				const part = format.formatToParts(time).find(({ type }) => type === 'timeZoneName');
				return offsetIn(part?.value ?? '') ?? 0;
			},
		};
	} catch {
		return undefined;
	}
}

/** Returns the offset in minutes. UTC itself has no digits in the format `longOffset`. */
function offsetIn(text: string): number | undefined {
	const match = offsetPattern.exec(text);
	if (match === null || text === '') return undefined;
	const [, sign = '', hours = '0', minutes = '0', fraction = '0'] = match;
	if (Number(minutes) >= 60) return undefined;
	const distance = (Number(hours) + Number(`0.${fraction}`)) * 60 + Number(minutes);
	const offset = sign === '' || sign === '+' ? distance : -distance;
	return offset >= offsetRange.min && offset <= offsetRange.max ? offset : undefined;
}

/** Returns the zone's local date and time, encoded as if it were UTC. */
export function wallClockAt(time: number, zone: TimeZone): number {
	return time + zone.offsetAt(time) * minuteMs;
}

/** Formats a time in ISO 8601 with the zone's offset, such as `2026-11-27T09:00:00+01:00`. */
export function isoTime(time: number, zone: TimeZone): string {
	const offset = zone.offsetAt(time);
	const local = new Date(wallClockAt(time, zone)).toISOString().slice(0, -'.000Z'.length);
	const digits = (value: number) => String(value).padStart(2, '0');
	const minutes = Math.abs(offset);
	return `${local}${offset < 0 ? '-' : '+'}${digits(Math.floor(minutes / 60))}:${digits(minutes % 60)}`;
}
