import { percent, table } from '../table';
import type { Row } from './measure';
import { describeWork, roundTrip } from './scenarios';
import { channelMessaging, httpRequestAsItComes, type Way } from './ways';

/** The columns of the measurements; `Row` says what they mean. */
const columns: Readonly<Record<string, (row: Row) => string>> = {
	way: ({ way }) => way.name,
	work: ({ work }) => describeWork(work),
	accepted: ({ accepted }) => String(accepted),
	lost: ({ lost }) => String(lost),
	twice: ({ duplicates }) => String(duplicates),
	'429s': ({ rateLimited }) => String(rateLimited),
	'per second': ({ messagesPerSecond }) => messagesPerSecond.toFixed(1),
	'node time, ms': ({ nodeTime }) => nodeTime.toFixed(0),
	'CPU, ms per item': ({ cpuPerItem }) => cpuPerItem.toFixed(2),
	'longest wait, ms': ({ longestWait }) => longestWait.toFixed(0),
	load: ({ load }) => load.toFixed(1),
};

/** The measurements as a table. */
export function rowTable(rows: readonly Row[]): string {
	return table(
		Object.keys(columns),
		rows.map((row) => Object.values(columns).map((value) => value(row))),
	);
}

/** The middle of the values; NaN where there are none. */
export function median(values: readonly number[]): number {
	const sorted = [...values].sort((one, other) => one - other);
	const middle = sorted.length >> 1;
	const upper = sorted[middle] ?? NaN;
	return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? NaN)) / 2;
}

/** Something that was promised, and what came out. */
type Target = readonly [promise: string, value: string, isMet: boolean];

function underTheLimit({ work, ...row }: Row): readonly Target[] {
	const share = row.messagesPerSecond / (work.messagesPerSecond ?? NaN);
	const where = describeWork(work);
	return [
		// With jitter on the way, refusals are what is promised; the rate stands in the table.
		...(work.arrivalJitterMs === 0
			? [[`At least 97.5% of the limit: ${where}`, percent(share), share >= 0.975] as const]
			: []),
		[
			`At most 2 of 1,000 refused: ${where}`,
			String(row.rateLimited),
			row.rateLimited * 1_000 <= 2 * work.items,
		],
		[
			`Each message once: ${where}`,
			`${String(row.accepted)} accepted, ${String(row.duplicates)} twice`,
			row.accepted === work.items && row.duplicates === 0,
		],
	];
}

/** Compares what was measured with what was promised. */
function targetsOf(rows: readonly Row[]): readonly Target[] {
	const ours = rows.filter(({ way }) => way === channelMessaging);
	const times = ours.filter(({ scenario }) => scenario === 'roundTrip');
	const time = median(times.map(({ nodeTime }) => nodeTime));
	const cost = (ofWay: Way, items: number): number =>
		median(
			rows
				.filter((row) => row.scenario === 'lifted' && row.way === ofWay)
				.filter(({ work }) => work.items === items)
				.map(({ cpuPerItem }) => cpuPerItem),
		);
	const [few, many] = [cost(channelMessaging, 1_000), cost(channelMessaging, 10_000)];
	return [
		...ours.filter(({ scenario }) => scenario === 'limits').flatMap(underTheLimit),
		[
			`25 messages within one round trip (${String(roundTrip)} ms) and 100 ms`,
			`${time.toFixed(0)} ms`,
			time <= roundTrip + 100,
		],
		...[1_000, 10_000].map((items): Target => {
			const share = cost(channelMessaging, items) / cost(httpRequestAsItComes, items);
			const promise = `CPU per item at most half of HTTP Request's: ${String(items)} items`;
			return [promise, `${share.toFixed(2)} of it`, share <= 0.5];
		}),
		[
			'An item costs no more among 10,000 than among 1,000 (tolerance 10%)',
			`${many.toFixed(2)} ms to ${few.toFixed(2)} ms`,
			many <= few * 1.1,
		],
		// The worst value counts: n8n's users notice one freeze, not a median.
		...ours
			.filter(({ scenario }) => scenario !== 'roundTrip')
			.map(({ longestWait, work }): Target => {
				const promise = `Longest wait for the health page at most 100 ms: ${describeWork(work)}`;
				return [promise, `${longestWait.toFixed(0)} ms`, longestWait <= 100];
			}),
	];
}

/** The targets with what was measured of them. */
export function targetTable(rows: readonly Row[]): string {
	return table(
		['target', 'measured', 'met'],
		targetsOf(rows)
			// Nothing is said of what was not measured.
			.filter(([, value]) => !value.includes('NaN'))
			.map(([promise, value, isMet]) => [promise, value, isMet ? 'met' : '**missed**']),
	);
}
