import { type TimeZone, wallClockAt } from './timeZone';

/** A daily period. If `until` isn't after `from`, the period ends on the next day. */
export interface SendingHours {
	/** Minutes after midnight, at least 0 and less than 1,440. */
	from: number;
	/** Minutes after midnight, exclusive, at most 1,440. Differs from `from`. */
	until: number;
	/** The days on which the period begins, from 0 (Sunday) to 6. Not empty. */
	days: ReadonlySet<number>;
}

/** Sending hours, and the time zone that they refer to. */
export interface SendingWindow {
	hours: SendingHours;
	/** `contact` if each contact's custom field `timezone` applies. */
	zone: TimeZone | 'contact';
	/** Applies to contacts without a known time zone. If `undefined`, their messages are skipped. */
	fallbackZone: TimeZone | undefined;
}

const minuteMs = 60_000;

const hourMs = 60 * minuteMs;

const minutesPerDay = 24 * 60;

const dayMs = minutesPerDay * minuteMs;

/**
 * The maximum number of days until the next period. If daylight saving time skips the hour of a
 * weekly period, the period begins one week later.
 */
const maxDaysAhead = 15;

/**
 * Caches the latest closed period of each time zone, because thousands of items can be outside the
 * same hours. Entries are garbage-collected together with the zone.
 */
const closedPeriods = new WeakMap<TimeZone, { key: string; since: number; until: number }>();

/**
 * Returns `now` if it is within the sending hours, and otherwise the next time that is. Times are
 * in milliseconds since the epoch.
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
	// The hours can begin twice or never on a day on which the offset changes.
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

/** Returns the times at which the zone's offset changes, to the minute. */
function transitionsAfter(now: number, zone: TimeZone): number[] {
	const transitions: number[] = [];
	const start = Math.floor(now / minuteMs) * minuteMs;
	// Each step of 12 hours is assumed to contain at most one change, as in all real time zones.
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
