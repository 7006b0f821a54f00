import type { SendingHoursPlan } from '../history/history';

const minuteMs = 60_000;

const minutesPerDay = 1_440;

const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

export class WallClock {
	private readonly format: Intl.DateTimeFormat;

	/** The latest search, because many items are outside the same hours. */
	private latest: { key: string; since: number; opening: number } | undefined;

	/**
	 * @param zone a name that ICU knows
	 * @param shiftMinutes how much the clock is ahead of the zone's
	 */
	constructor(
		zone: string,
		private readonly shiftMinutes = 0,
	) {
		this.format = new Intl.DateTimeFormat('en-US', {
			timeZone: zone,
			hourCycle: 'h23',
			weekday: 'long',
			hour: 'numeric',
			minute: 'numeric',
			timeZoneName: 'longOffset',
		});
	}

	/** @param time milliseconds since the epoch */
	isWithin({ from, until, days: open }: SendingHoursPlan, time: number): boolean {
		const parts = this.partsAt(time);
		const minute = Number(parts.get('hour')) * 60 + Number(parts.get('minute'));
		const today = days.indexOf(parts.get('weekday')?.toLowerCase() ?? '');
		const isOpen = (day: number) => open.includes(days[day % 7] ?? '');
		if (from < until) return isOpen(today) && minute >= from && minute < until;
		return (isOpen(today) && minute >= from) || (isOpen(today + 6) && minute < until);
	}

	/** Returns the first minute after a time that is within the hours, at most 15 days later. */
	nextOpening(hours: SendingHoursPlan, time: number): number | undefined {
		const key = JSON.stringify(hours);
		const known = this.latest;
		if (known?.key === key && time >= known.since && time < known.opening) return known.opening;
		const opening = this.searchOpening(hours, time);
		if (opening !== undefined) this.latest = { key, since: time, opening };
		return opening;
	}

	private searchOpening(hours: SendingHoursPlan, time: number): number | undefined {
		let minute = (Math.floor(time / minuteMs) + 1) * minuteMs;
		for (let count = 0; count < 15 * minutesPerDay; count += 1, minute += minuteMs) {
			if (this.isWithin(hours, minute)) return minute;
		}
		return undefined;
	}

	/** Returns the offset from UTC at a time, such as `+02:00`. */
	offsetAt(time: number): string {
		if (this.shiftMinutes !== 0) return offsetText(this.shiftMinutes);
		const name = this.partsAt(time).get('timeZoneName') ?? '';
		return name === 'GMT' ? '+00:00' : name.replace('GMT', '');
	}

	private partsAt(time: number): ReadonlyMap<string, string> {
		const parts = this.format.formatToParts(time + this.shiftMinutes * minuteMs);
		return new Map(parts.map(({ type, value }) => [type, value]));
	}
}

function offsetText(minutes: number): string {
	const digits = (value: number) => String(Math.floor(value)).padStart(2, '0');
	const ahead = Math.abs(minutes);
	return `${minutes < 0 ? '-' : '+'}${digits(ahead / 60)}:${digits(ahead % 60)}`;
}

const clocks = new Map<string, WallClock | undefined>();

/** Returns the clock of a contact's zone, or `undefined` for unknown zones. */
export function wallClockIn(zone: string): WallClock | undefined {
	if (!clocks.has(zone)) clocks.set(zone, loadWallClock(zone));
	return clocks.get(zone);
}

function loadWallClock(zone: string): WallClock | undefined {
	const offset = offsetZones.get(zone);
	if (offset !== undefined) return new WallClock('UTC', offset);
	// Newer releases of ICU accept offsets that no zone has.
	if (!/^[A-Z]/.test(zone)) return undefined;
	try {
		return new WallClock(zone);
	} catch {
		return undefined;
	}
}

/** Maps spellings of offsets to minutes. */
export const offsetZones: ReadonlyMap<string, number> = new Map([
	['+02:00', 120],
	['-0330', -210],
	['UTC-3', -180],
	['GMT+5:45', 345],
	['1', 60],
	['-9', -540],
]);
