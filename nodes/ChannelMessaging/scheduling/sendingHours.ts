import { type TimeZone, wallClockAt } from './timeZone';

/** A daily period, which ends on the next day unless `until` is after `from`. */
export interface SendingHours {
	/** In minutes after midnight, 0 to 1,439. */
	from: number;
	/** In minutes after midnight, exclusive, up to 1,440. Differs from `from`. */
	until: number;
	/** Days on which the period begins: 0 is Sunday. Not empty. */
	days: ReadonlySet<number>;
}

export interface SendingWindow {
	hours: SendingHours;
	/** `contact`: the contact's custom field `timezone`. */
	zone: TimeZone | 'contact';
	/** Used for contacts without a known time zone. If unset, they are skipped. */
	fallbackZone: TimeZone | undefined;
}

const minuteMs = 60_000;

const hourMs = 60 * minuteMs;

const minutesPerDay = 24 * 60;

const dayMs = minutesPerDay * minuteMs;

/** Daylight saving time can skip the hour of a weekly period, which then begins a week later. */
const maxDaysAhead = 15;

/**
 * Thousands of items can be outside the same hours, so remember each zone's latest closed period.
 * Entries are garbage-collected with the zone.
 */
const closedPeriods = new WeakMap<TimeZone, { key: string; since: number; until: number }>();

/**
 * `now` if it's within the sending hours, otherwise the next time that is. In milliseconds since
 * the epoch.
 */
export function nextSendingTime(hours: SendingHours, zone: TimeZone, now: number): number {
	const key = `${String(hours.from)} ${String(hours.until)} ${[...hours.days].join()}`;
	const closed = closedPeriods.get(zone);
	if (closed?.key === key && now >= closed.since && now < closed.until) return closed.until;
	if (isWithin(hours, zone, now)) return now;
	const until = nextOpening(hours, zone, now);
	closedPeriods.set(zone, { key, since: now, until });
	return until;
}

function nextOpening(hours: SendingHours, zone: TimeZone, now: number): number {
	const transitions = transitionsAfter(now, zone);
	const offsets = new Set([now, ...transitions].map((time) => zone.offsetAt(time)));
	const today = Math.floor(wallClockAt(now, zone) / dayMs) * dayMs;
	// On a day with an offset change, the hours can begin twice or never.
	const openings = [...transitions];
	for (let day = -1; day <= maxDaysAhead; day += 1) {
		for (const offset of offsets) {
			openings.push(today + day * dayMs + (hours.from - offset) * minuteMs);
		}
	}
	return Math.min(...openings.filter((time) => time > now && isWithin(hours, zone, time)));
}

function isWithin({ from, until, days }: SendingHours, zone: TimeZone, time: number): boolean {
	const wallClock = wallClockAt(time, zone);
	const minute = Math.floor(wallClock / minuteMs) % minutesPerDay;
	const weekday = new Date(wallClock).getUTCDay();
	const end = until > from ? until : until + minutesPerDay;
	const isToday = days.has(weekday) && minute >= from && minute < end;
	return isToday || (days.has((weekday + 6) % 7) && minute + minutesPerDay < end);
}

/** Finds the zone's offset changes, to the minute. */
function transitionsAfter(now: number, zone: TimeZone): number[] {
	const transitions: number[] = [];
	const start = Math.floor(now / minuteMs) * minuteMs;
	// No real time zone changes twice in 12 hours.
	for (let from = start; from < start + maxDaysAhead * dayMs; from += hourMs * 12) {
		let before = from;
		let after = from + hourMs * 12;
		if (zone.offsetAt(before) === zone.offsetAt(after)) continue;
		while (after - before > minuteMs) {
			const middle = before + Math.floor((after - before) / 2 / minuteMs) * minuteMs;
			if (zone.offsetAt(middle) === zone.offsetAt(from)) before = middle;
			else after = middle;
		}
		transitions.push(after);
	}
	return transitions;
}
