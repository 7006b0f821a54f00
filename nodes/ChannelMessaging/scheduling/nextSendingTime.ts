import { type TimeZone, wallClockAt } from './timeZone';

/** A daily period. If `until` isn't after `from`, the period ends on the next day. */
export interface SendingHours {
	/** The start in minutes after midnight, from 0 to 1,439. */
	from: number;
	/** The exclusive end in minutes after midnight, up to 1,440. It differs from `from`. */
	until: number;
	/** The weekdays on which the period begins (0 is Sunday). Never empty. */
	days: ReadonlySet<number>;
}

export interface SendingWindow {
	hours: SendingHours;
	/** `contact` represents the time zone in the contact's custom field `timezone`. */
	zone: TimeZone | 'contact';
	/** The time zone for contacts without a known one. If unset, such contacts are skipped. */
	fallbackZone: TimeZone | undefined;
	/** A key that is the same for equal hours and zones. */
	key: string;
}

const minuteMs = 60_000;

const hourMs = 60 * minuteMs;

const minutesPerDay = 24 * 60;

const dayMs = minutesPerDay * minuteMs;

/**
 * Daylight saving time can skip the hour of a weekly period, in which case the next period begins a
 * week later.
 */
const maxDaysAhead = 15;

/**
 * Caches the latest closed period of each time zone, because thousands of items can be outside the
 * same hours. Entries are garbage-collected along with their time zone.
 */
const closedPeriods = new WeakMap<TimeZone, { key: string; since: number; until: number }>();

/**
 * Returns `now` if it's within the sending hours, or else the time at which these hours begin next.
 * Times are in milliseconds since the epoch.
 */
export function nextSendingTime(hours: SendingHours, zone: TimeZone, now: number): number {
	const key = `${String(hours.from)} ${String(hours.until)} ${[...hours.days].join()}`;
	const closed = closedPeriods.get(zone);
	if (closed?.key === key && now >= closed.since && now < closed.until) return closed.until;
	if (isWithinHours(hours, zone, now)) return now;
	const until = nextOpening(hours, zone, now);
	closedPeriods.set(zone, { key, since: now, until });
	return until;
}

function nextOpening(hours: SendingHours, zone: TimeZone, now: number): number {
	const transitions = transitionsAfter(now, zone);
	const offsets = new Set([now, ...transitions].map((time) => zone.offsetAt(time)));
	const today = Math.floor(wallClockAt(now, zone) / dayMs) * dayMs;
	// On a day with an offset change, the sending hours can begin twice or never.
	const openings = [...transitions];
	for (let day = -1; day <= maxDaysAhead; day += 1) {
		for (const offset of offsets) {
			openings.push(today + day * dayMs + (hours.from - offset) * minuteMs);
		}
	}
	return Math.min(...openings.filter((time) => time > now && isWithinHours(hours, zone, time)));
}

export function isWithinHours(
	{ from, until, days }: SendingHours,
	zone: TimeZone,
	time: number,
): boolean {
	const wallClock = wallClockAt(time, zone);
	const minute = Math.floor(wallClock / minuteMs) % minutesPerDay;
	const weekday = new Date(wallClock).getUTCDay();
	const end = until > from ? until : until + minutesPerDay;
	const isToday = days.has(weekday) && minute >= from && minute < end;
	return isToday || (days.has((weekday + 6) % 7) && minute + minutesPerDay < end);
}

/** Returns when the zone's offset changes, to the minute. */
function transitionsAfter(now: number, zone: TimeZone): number[] {
	const transitions: number[] = [];
	const start = Math.floor(now / minuteMs) * minuteMs;
	// No time zone changes its offset twice within 12 hours.
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
