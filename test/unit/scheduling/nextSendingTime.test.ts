import fc from 'fast-check';

import {
	nextSendingTime,
	type SendingHours,
} from '../../../nodes/ChannelMessaging/scheduling/nextSendingTime';
import { readTimeZone, type TimeZone } from '../../../nodes/ChannelMessaging/scheduling/timeZone';

const minuteMs = 60_000;

const everyDay = new Set([0, 1, 2, 3, 4, 5, 6]);

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

function zoneOf(name: string): TimeZone {
	const zone = readTimeZone(name);
	if (zone === undefined) throw new Error(`No time zone ${name}`);
	return zone;
}

function hours(from: string, until: string, days: ReadonlySet<number> = everyDay): SendingHours {
	const minutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
	return { from: minutes(from), until: minutes(until), days };
}

/** Reads the wall clock from ICU, minute by minute, instead of calculating with offsets. */
function expectedSendingTime({ from, until, days }: SendingHours, zone: string, now: number) {
	const format = new Intl.DateTimeFormat('en-US', {
		timeZone: zone,
		hourCycle: 'h23',
		weekday: 'short',
		hour: 'numeric',
		minute: 'numeric',
	});
	for (let time = now; ; time = (Math.floor(time / minuteMs) + 1) * minuteMs) {
		const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, value]));
		const minute = Number(parts.get('hour')) * 60 + Number(parts.get('minute'));
		const weekday = weekdays.indexOf(parts.get('weekday') ?? '');
		const opensToday = days.has(weekday);
		const openedYesterday = days.has((weekday + 6) % 7);
		const isOpen =
			from < until
				? opensToday && minute >= from && minute < until
				: (opensToday && minute >= from) || (openedYesterday && minute < until);
		if (isOpen) return time;
	}
}

describe('nextSendingTime', () => {
	it.each([
		{
			now: '2026-11-27T08:59:59+01:00',
			next: '2026-11-27T09:00:00+01:00',
			title: 'before they start',
		},
		{
			now: '2026-11-27T09:00:00+01:00',
			next: '2026-11-27T09:00:00+01:00',
			title: 'when they start',
		},
		{
			now: '2026-11-27T17:59:59+01:00',
			next: '2026-11-27T17:59:59+01:00',
			title: 'just before they end',
		},
		{ now: '2026-11-27T18:00:00+01:00', next: '2026-11-28T09:00:00+01:00', title: 'when they end' },
	])('returns the next time within the sending hours ($title)', ({ now, next }) => {
		expect(nextSendingTime(hours('09:00', '18:00'), zoneOf('Europe/Madrid'), Date.parse(now))).toBe(
			Date.parse(next),
		);
	});

	it.each([
		{
			title: 'the skipped hour contains the whole period, so it opens a week later',
			sendingHours: hours('02:15', '02:45', new Set([0])),
			now: '2026-03-29T00:00:00+01:00',
			next: '2026-04-05T02:15:00+02:00',
		},
		{
			title: 'the skipped hour contains the beginning, so it opens after that hour',
			sendingHours: hours('02:30', '05:00'),
			now: '2026-03-29T00:00:00+01:00',
			next: '2026-03-29T03:00:00+02:00',
		},
		{
			title: 'the repeated hour contains the period, so it opens twice',
			sendingHours: hours('02:15', '02:45'),
			now: '2026-10-25T02:50:00+02:00',
			next: '2026-10-25T02:15:00+01:00',
		},
	])('when daylight saving time changes, $title', ({ sendingHours, now, next }) => {
		expect(nextSendingTime(sendingHours, zoneOf('Europe/Madrid'), Date.parse(now))).toBe(
			Date.parse(next),
		);
	});

	it.each(Intl.supportedValuesOf('timeZone'))(
		'returns the same wall-clock time as ICU in %s',
		(name) => {
			const zone = zoneOf(name);
			const year = Date.UTC(2026, 0, 1);
			const days = fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 4 });
			const minute = fc.integer({ min: 0, max: 1_439 });
			const time = fc.integer({ min: year, max: year + 365 * 86_400_000 });
			fc.assert(
				fc.property(days, minute, minute, time, (open, from, until, now) => {
					fc.pre(from !== until);
					const sendingHours = { from, until, days: new Set(open) };
					expect(nextSendingTime(sendingHours, zone, now)).toBe(
						expectedSendingTime(sendingHours, name, now),
					);
				}),
				{ numRuns: 5 },
			);
		},
	);
});
