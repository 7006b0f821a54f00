import { cpus, loadavg, totalmem } from 'node:os';
import { name, version } from '../../package.json';
import { currentRelease } from '../../test/support/n8n';
import { table } from '../table';
import { type Measurement, measureAll, type Work } from './measure';
import {
	channelMessaging,
	httpRequest,
	httpRequestInBatches,
	httpRequestOneByOne,
	type Way,
} from './ways';

const ways = [channelMessaging, httpRequest, httpRequestInBatches, httpRequestOneByOne];

/** The service's limit (section 8, Limits). */
const messagesPerSecond = 25;

const campaign: Work = { items: 1_000, messagesPerSecond, latency: { minMs: 150, maxMs: 250 } };
/** The largest list that can be sent concurrently. */
const shortList: Work = { items: 25, messagesPerSecond, latency: { minMs: 200, maxMs: 200 } };
/** Without a limit and latency, the duration only measures the work of sending. */
const large: Work = { items: 10_000, messagesPerSecond: null, latency: { minMs: 0, maxMs: 0 } };

/**
 * Each group runs in a new n8n process, so that the memory use of one way of sending doesn't affect
 * another one. The reversed repetition cancels out changes of the machine.
 */
const groups: ReadonlyArray<readonly [Work, readonly Way[]]> = [
	[campaign, ways],
	[shortList, [...ways, httpRequest, channelMessaging, channelMessaging]],
	[large, [channelMessaging]],
	[large, [httpRequest]],
	[large, [httpRequest]],
	[large, [channelMessaging]],
];

function median(values: readonly number[]): number {
	const sorted = [...values].sort((one, other) => one - other);
	const middle = sorted.slice((sorted.length - 1) >> 1, (sorted.length >> 1) + 1);
	return middle.reduce((sum, value) => sum + value, 0) / middle.length;
}

/** A row of the table, which summarizes repeated measurements. */
interface Figure {
	readonly title: string;
	readonly work: Work;
	readonly value: (measurement: Measurement) => number;
	/** The number of decimal places. Default: 0. */
	readonly digits?: number;
	/** Default: the median. */
	readonly summarize?: (values: readonly number[]) => number;
}

const figures: readonly Figure[] = [
	{
		title: 'Lost messages out of 1,000, at a limit of 25 per second',
		work: campaign,
		value: (row) => row.lost,
	},
	{
		title: 'Time to send these 1,000 messages (s)',
		work: campaign,
		value: (row) => row.durationMs / 1_000,
		digits: 1,
	},
	{
		title: 'Accepted messages per second',
		work: campaign,
		value: (row) => row.messagesPerSecond,
		digits: 1,
	},
	{ title: 'Time to send 25 messages (ms)', work: shortList, value: (row) => row.durationMs },
	{
		title: 'CPU time per message, for 10,000 messages without a limit (ms)',
		work: large,
		value: (row) => row.cpuTimeMs / row.work.items,
		digits: 2,
	},
	{
		title: 'Maximum health endpoint response time under this load (ms)',
		work: large,
		value: (row) => row.maxHealthDelayMs,
		summarize: (delays) => Math.max(...delays),
	},
];

/** Prints the table and the environment of docs/internals/benchmarks.md. */
async function main(): Promise<void> {
	const measurements: Measurement[] = [];
	const loads: number[] = [];
	for (const [work, waysOfGroup] of groups) {
		loads.push(loadavg()[0] ?? NaN);
		const measured = await measureAll(work, waysOfGroup);
		console.table(measured.map((row) => ({ ...row, way: row.way.name, work: work.items })));
		measurements.push(...measured);
	}
	const rows = figures.map(({ title, work, value, digits = 0, summarize = median }) => [
		title,
		...ways.map((way) => {
			const values = measurements.filter((row) => row.work === work && row.way === way).map(value);
			return values.length === 0 ? '–' : summarize(values).toFixed(digits);
		}),
	]);
	console.log(`\n${table(['', ...ways.map(({ name }) => name)], rows)}\n`);
	const load = [Math.min(...loads), Math.max(...loads)].map((value) => value.toFixed(1));
	console.log(
		[
			`${String(cpus().length)} cores of ${cpus()[0]?.model ?? 'an unknown processor'}`,
			`${String(Math.round(totalmem() / 2 ** 30))} GB of memory`,
			`${currentRelease.name}, ${name} ${version}`,
			`${new Date().toISOString().slice(0, 10)}, load average ${load.join(' to ')}`,
		].join(', '),
	);
}

main().then(
	() => process.exit(),
	(failure: unknown) => {
		console.error(failure instanceof Error ? failure.message : failure);
		process.exit(1);
	},
);
