/** An IANA zone or a fixed offset. */
export interface TimeZone {
	/** In minutes from UTC. `time` is in milliseconds since the epoch. */
	offsetAt(time: number): number;
}

const minuteMs = 60_000;

/** Real offsets go from -12:00 to +14:00. */
const maxOffsetHours = 14;

const offsetPattern = /^(?:UTC|GMT)?\s*(?:([+−-]?)\s*(\d{1,2}(?=$|:)|\d{2})(?::?(\d{2}))?)?$/i;

/** ICU needs 0.2 ms to load a zone. Cleared when full. */
const knownZones = new Map<string, TimeZone | undefined>();

const maxKnownZones = 100;

/** Called at the start of each execution, so that zones aren't kept forever. */
export function forgetTimeZones(): void {
	knownZones.clear();
}

/** IANA names have up to 30 characters. */
const maxNameLength = 50;

/**
 * IANA names in any case, and offsets such as `+02:00`, `UTC-3`, and `2`: the format of the custom
 * field `timezone` isn't documented (section 2, Contact).
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
	// Since Node.js 22, Intl accepts offsets of up to 23 hours.
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

/** `longOffset` has no digits for UTC itself. */
function offsetIn(text: string): number | undefined {
	const match = offsetPattern.exec(text);
	if (match === null || text === '') return undefined;
	const [, sign = '', hours = '0', minutes = '0'] = match;
	if (Number(hours) > maxOffsetHours || Number(minutes) >= 60) return undefined;
	const offset = Number(hours) * 60 + Number(minutes);
	return sign === '' || sign === '+' ? offset : -offset;
}

/** Local date and time of the zone, encoded as if they were UTC. */
export function wallClockAt(time: number, zone: TimeZone): number {
	return time + zone.offsetAt(time) * minuteMs;
}

/** ISO 8601 with the zone's offset: `2026-11-27T09:00:00+01:00`. */
export function isoTime(time: number, zone: TimeZone): string {
	const offset = zone.offsetAt(time);
	const local = new Date(wallClockAt(time, zone)).toISOString().slice(0, -'.000Z'.length);
	const digits = (value: number) => String(value).padStart(2, '0');
	const minutes = Math.abs(offset);
	return `${local}${offset < 0 ? '-' : '+'}${digits(Math.floor(minutes / 60))}:${digits(minutes % 60)}`;
}
