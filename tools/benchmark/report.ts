import { percent, table } from '../table';
import type { Row } from './measure';
import { describeWork, roundTripMs } from './scenarios';
import { channelMessaging, httpRequestUnbatched, type Way } from './ways';

/** The columns of the table of measurements, which `Row` explains. */
const columns: Readonly<Record<string, (row: Row) => string>> = {
	way: ({ way }) => way.name,
	work: ({ work }) => describeWork(work),
	accepted: ({ accepted }) => String(accepted),
	lost: ({ lost }) => String(lost),
	duplicates: ({ duplicates }) => String(duplicates),
	'429s': ({ rateLimited }) => String(rateLimited),
	'per second': ({ messagesPerSecond }) => messagesPerSecond.toFixed(1),
	'duration, ms': ({ nodeDurationMs }) => nodeDurationMs.toFixed(0),
	'CPU, ms per item': ({ cpuMsPerItem }) => cpuMsPerItem.toFixed(2),
	'max. health delay, ms': ({ maxHealthDelayMs }) => maxHealthDelayMs.toFixed(0),
	load: ({ load }) => load.toFixed(1),
};

/** Returns a Markdown table of the measurements. */
export function rowTable(rows: readonly Row[]): string {
	return table(
		Object.keys(columns),
		rows.map((row) => Object.values(columns).map((value) => value(row))),
	);
}

/** Returns the median, or NaN if there are no values. */
export function median(values: readonly number[]): number {
	const sorted = [...values].sort((one, other) => one - other);
	const middle = sorted.length >> 1;
	const upper = sorted[middle] ?? NaN;
	return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? NaN)) / 2;
}

type Target = readonly [target: string, measured: string, isMet: boolean];

function limitTargets({ work, ...row }: Row): readonly Target[] {
	const usedRatio = row.messagesPerSecond / (work.messagesPerSecond ?? NaN);
	const description = describeWork(work);
	return [
		// With network jitter, the only target is the number of 429 responses.
		...(work.arrivalJitterMs === 0
			? [[`≥ 97.5% of the limit: ${description}`, percent(usedRatio), usedRatio >= 0.975] as const]
			: []),
		[
			`≤ 2 of 1,000 rejected: ${description}`,
			String(row.rateLimited),
			row.rateLimited * 1_000 <= 2 * work.items,
		],
		[
			`Each message exactly once: ${description}`,
			`${String(row.accepted)} accepted, ${String(row.duplicates)} duplicates`,
			row.accepted === work.items && row.duplicates === 0,
		],
	];
}

/** Compares the measurements with their targets. */
function targetsOf(rows: readonly Row[]): readonly Target[] {
	const ours = rows.filter(({ way }) => way === channelMessaging);
	const roundTrips = ours.filter(({ scenario }) => scenario === 'roundTrip');
	const durationMs = median(roundTrips.map(({ nodeDurationMs }) => nodeDurationMs));
	const cpuMs = (ofWay: Way, items: number): number =>
		median(
			rows
				.filter((row) => row.scenario === 'unlimited' && row.way === ofWay)
				.filter(({ work }) => work.items === items)
				.map(({ cpuMsPerItem }) => cpuMsPerItem),
		);
	const [few, many] = [cpuMs(channelMessaging, 1_000), cpuMs(channelMessaging, 10_000)];
	return [
		...ours.filter(({ scenario }) => scenario === 'limits').flatMap(limitTargets),
		[
			`25 messages within one response time (${String(roundTripMs)} ms) plus 100 ms`,
			`${durationMs.toFixed(0)} ms`,
			durationMs <= roundTripMs + 100,
		],
		...[1_000, 10_000].map((items): Target => {
			const ratio = cpuMs(channelMessaging, items) / cpuMs(httpRequestUnbatched, items);
			const target = `≤ 50% of HTTP Request's CPU time: ${String(items)} items`;
			return [target, percent(ratio, 0), ratio <= 0.5];
		}),
		[
			'CPU time per item is the same for 1,000 and 10,000 items (tolerance 10%)',
			`${few.toFixed(2)} ms and ${many.toFixed(2)} ms`,
			many <= few * 1.1,
		],
		// The maximum, because users notice a single freeze.
		...ours
			.filter(({ scenario }) => scenario !== 'roundTrip')
			.map(({ maxHealthDelayMs, work }): Target => {
				const target = `Health endpoint responds within 100 ms: ${describeWork(work)}`;
				return [target, `${maxHealthDelayMs.toFixed(0)} ms`, maxHealthDelayMs <= 100];
			}),
	];
}

/** Returns a Markdown table of the targets. */
export function targetTable(rows: readonly Row[]): string {
	return table(
		['target', 'measured', 'met'],
		targetsOf(rows)
			// Without `--only`, all targets are measured.
			.filter(([, measured]) => !measured.includes('NaN'))
			.map(([target, measured, isMet]) => [target, measured, isMet ? 'met' : '**missed**']),
	);
}
