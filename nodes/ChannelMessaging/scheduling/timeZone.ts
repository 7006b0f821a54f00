/** An IANA time zone, or a fixed offset from UTC. */
export interface TimeZone {
	/** Returns the offset from UTC in minutes at a time in milliseconds since the epoch. */
	offsetAt(time: number): number;
}

const minuteMs = 60_000;

/** The real offsets range from -12:00 to +14:00. */
const maxOffsetHours = 14;

const offsetPattern = /^(?:UTC|GMT)?\s*(?:([+−-]?)\s*(\d{1,2}(?=$|:)|\d{2})(?::?(\d{2}))?)?$/i;

/**
 * Caches recently used zones, because ICU takes about 0.2 ms to load a zone. Cleared when it is
 * full.
 */
const knownZones = new Map<string, TimeZone | undefined>();

const maxKnownZones = 100;

/** The longest IANA name has 30 characters. */
const maxNameLength = 50;

/**
 * Accepts IANA names in any case, and offsets such as `+02:00`, `UTC-3`, and `2`, because the
 * service doesn't document the format of its custom field `timezone` (section 2, Contact). Returns
 * `undefined` for other text.
 */
export function readTimeZone(text: string): TimeZone | undefined {
	const name = text.trim().toLowerCase();
	if (name.length > maxNameLength) return undefined;
	if (knownZones.has(name)) return knownZones.get(name);
	if (knownZones.size === maxKnownZones) knownZones.clear();
	const zone = loadTimeZone(name);
	knownZones.set(name, zone);
	return zone;
}

function loadTimeZone(name: string): TimeZone | undefined {
	const offset = offsetIn(name);
	if (offset !== undefined) return { offsetAt: () => offset };
	// From Node.js 22, Intl accepts offsets of up to 23 hours, which no time zone has.
	if (!/^[a-z]/.test(name)) return undefined;
	try {
		const format = new Intl.DateTimeFormat('en-US', {
			timeZone: name,
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

/** Returns the offset in minutes. `longOffset` omits the digits for an offset of zero. */
function offsetIn(text: string): number | undefined {
	const match = offsetPattern.exec(text);
	if (match === null || text === '') return undefined;
	const [, sign = '', hours = '0', minutes = '0'] = match;
	if (Number(hours) > maxOffsetHours || Number(minutes) >= 60) return undefined;
	const offset = Number(hours) * 60 + Number(minutes);
	return sign === '' || sign === '+' ? offset : -offset;
}

/**
 * Returns the wall clock time of a zone as milliseconds since the epoch, as if the local date and
 * time were in UTC.
 */
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
