import * as fc from 'fast-check';

import { offsetZones } from '../oracle/wallClock';

const dayMs = 86_400_000;

const minuteMs = 60_000;

/** The year of the histories. */
const year = { from: Date.UTC(2026, 0, 1), days: 365 };

const names = Intl.supportedValuesOf('timeZone');

/** Every zone that ICU knows. */
export const anyZone: fc.Arbitrary<string> = fc.constantFrom(...names);

/** Possible values of the custom field `timezone`, including text that is no zone. */
export const anyContactZone: fc.Arbitrary<string> = fc.oneof(
	{ weight: 5, arbitrary: anyZone },
	{ weight: 2, arbitrary: fc.constantFrom(...offsetZones.keys()) },
	{ weight: 2, arbitrary: fc.constantFrom('', 'Mars/Phobos', '+25:00', 'noon', '2026-01-01') },
);

/** Returns the local time of a zone as if it were in UTC, in milliseconds. */
export function localTime(zone: string, time: number): number {
	const format = new Intl.DateTimeFormat('sv-SE', {
		timeZone: zone,
		dateStyle: 'short',
		timeStyle: 'medium',
	});
	return Date.parse(`${format.format(time).replace(' ', 'T')}Z`);
}

const changes = new Map<string, readonly number[]>();

/** Returns when the offset of a zone changes in the year, to the minute. */
function offsetChanges(zone: string): readonly number[] {
	const known = changes.get(zone);
	if (known !== undefined) return known;
	const offset = (time: number) => localTime(zone, time) - time;
	const found: number[] = [];
	for (let day = 0; day < year.days; day += 1) {
		let [before, after] = [0, 1].map((next) => year.from + (day + next) * dayMs) as [
			number,
			number,
		];
		if (offset(before) === offset(after)) continue;
		while (after - before > minuteMs) {
			const middle = before + Math.floor((after - before) / 2 / minuteMs) * minuteMs;
			if (offset(middle) === offset(before)) before = middle;
			else after = middle;
		}
		found.push(after);
	}
	changes.set(zone, found);
	return found;
}

/** Generates times in a year. Half of them are on the day of a change to or from daylight saving. */
export function timeIn(zone: string): fc.Arbitrary<number> {
	const anyTime = fc
		.integer({ min: 0, max: (year.days * dayMs) / minuteMs })
		.map((minutes) => year.from + minutes * minuteMs);
	const found = offsetChanges(zone);
	if (found.length === 0) return anyTime;
	const nearChange = fc
		.tuple(fc.constantFrom(...found), fc.integer({ min: -1_440, max: 240 }))
		.map(([at, minutes]) => at + minutes * minuteMs);
	return fc.oneof(nearChange, anyTime);
}
