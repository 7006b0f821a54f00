import { cpus, totalmem } from 'node:os';
import manifest from '../../package.json';
import { currentRelease } from '../../test/support/n8n';
import { percent, table } from '../table';
import type { Row } from './measure';
import { median } from './report';
import { describeWork, usual } from './scenarios';
import {
	channelMessaging,
	httpRequestUnbatched,
	httpRequestInBatches,
	httpRequestOneByOne,
	type Way,
} from './ways';

const ways = [channelMessaging, httpRequestUnbatched, httpRequestInBatches, httpRequestOneByOne];

/** One row of the document's table. */
interface Figure {
	readonly title: string;
	/** Whether a measurement counts for this figure. */
	readonly includes: (row: Row) => boolean;
	readonly value: (row: Row) => number;
	readonly digits?: number;
	/** Reduces repeated measurements to one value. The median by default. */
	readonly summarize?: (values: readonly number[]) => number;
}

/** The campaign that is measured with each way of sending. */
const isCampaign = ({ scenario, work }: Row): boolean =>
	scenario === 'limits' && describeWork(work) === describeWork(usual);
const isRoundTrip = ({ scenario }: Row): boolean => scenario === 'roundTrip';
const isLarge = ({ scenario, work }: Row): boolean =>
	scenario === 'unlimited' && work.items === 10_000;

const figures = {
	lost: {
		title: 'Number of 1,000 messages lost, at a limit of 25 per second',
		includes: isCampaign,
		value: ({ lost }) => lost,
	},
	seconds: {
		title: 'Duration of these 1,000 messages, s',
		includes: isCampaign,
		value: ({ nodeDurationMs }) => nodeDurationMs / 1_000,
		digits: 1,
	},
	rate: {
		title: 'Accepted messages per second',
		includes: isCampaign,
		value: ({ messagesPerSecond }) => messagesPerSecond,
		digits: 1,
	},
	shortList: {
		title: 'Duration of 25 messages, ms',
		includes: isRoundTrip,
		value: ({ nodeDurationMs }) => nodeDurationMs,
	},
	cpu: {
		title: 'CPU time per message, with 10,000 messages and no limit, ms',
		includes: isLarge,
		value: ({ cpuMsPerItem }) => cpuMsPerItem,
		digits: 2,
	},
	healthDelay: {
		title: "Maximum response time of n8n's health endpoint meanwhile, ms",
		includes: isLarge,
		value: ({ maxHealthDelayMs }) => maxHealthDelayMs,
		summarize: (values) => (values.length === 0 ? NaN : Math.max(...values)),
	},
} as const satisfies Record<string, Figure>;

/** Returns NaN if there is no measurement. */
function valueFor({ includes, value, summarize = median }: Figure, rows: readonly Row[], way: Way) {
	return summarize(rows.filter((row) => row.way === way && includes(row)).map(value));
}

function machine(rows: readonly Row[]): string {
	const loads = rows.map(({ load }) => load);
	const load = [Math.min(...loads), Math.max(...loads)].map((value) => value.toFixed(1));
	return [
		`${String(cpus().length)} cores of ${cpus()[0]?.model.trim() ?? 'an unknown processor'}`,
		`${String(Math.round(totalmem() / 2 ** 30))} GB of memory; ${currentRelease.name.replace('-', ' ')}`,
		`${manifest.name} ${manifest.version}; ${new Date().toISOString().slice(0, 10)}`,
		`load average ${load.join(' to ')}`,
	].join(', ');
}

/** Returns the text of docs/internals/benchmarks.md: a summary and a table of the figures. */
export function documentOf(rows: readonly Row[]): string {
	const format = (figure: Figure, way: Way): string => {
		const value = valueFor(figure, rows, way);
		return Number.isNaN(value) ? '–' : value.toFixed(figure.digits ?? 0);
	};
	const [ours, plain] = [channelMessaging, httpRequestUnbatched];
	const { cpu, healthDelay, lost, rate, seconds, shortList } = figures;
	const cpuRatio = valueFor(cpu, rows, ours) / valueFor(cpu, rows, plain);
	const cells = Object.values(figures).map((figure) => [
		figure.title,
		...ways.map((way) => format(figure, way)),
	]);
	return `# Benchmarks

Channel Messaging sends ${format(rate, ours)} messages per second to a service that allows 25, and loses none. 1,000 messages take ${format(seconds, ours)} seconds.

- **Losses:** of 1,000 messages, Channel Messaging loses ${format(lost, ours)}, and HTTP Request without batching loses ${format(lost, plain)}.
- **Short lists:** 25 messages take ${format(shortList, ours)} ms, with an average response time of 200 ms.
- **CPU:** Channel Messaging uses ${percent(cpuRatio, 0)} of the CPU time of HTTP Request.
- **Responsiveness:** while n8n sends 10,000 messages, its health endpoint responds within ${format(healthDelay, ours)} ms.

${table(['', ...ways.map(({ name }) => name)], cells)}

HTTP Request sends the same requests, with a header credential and a JSON body. Its *On Error* setting is *Continue*, so that losses can be counted. It is measured without batching, and with two batching settings that users are likely to choose. The local service runs in a separate process, responds after 150 to 250 ms, and counts requests in a sliding window, which is the strictest method. If a measurement was repeated, the table contains the median, or the maximum of response times.

Environment: ${machine(rows)}. The figures depend on the machine, so only compare figures of the same run.

To repeat the measurements and to update this page, run \`npm run bench\`. The command also prints each measurement, other limits and response times, and the targets.
`;
}
