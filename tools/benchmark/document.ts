import { cpus, totalmem } from 'node:os';
import manifest from '../../package.json';
import { currentRelease } from '../../test/support/n8n';
import { table } from '../table';
import type { Row } from './measure';
import { median } from './report';
import { describeWork, usual } from './scenarios';
import {
	channelMessaging,
	httpRequestAsItComes,
	httpRequestInBatches,
	httpRequestOneByOne,
	type Way,
} from './ways';

const ways = [channelMessaging, httpRequestAsItComes, httpRequestInBatches, httpRequestOneByOne];

/** What a user compares: the rows that tell of it, what of them, and which of several counts. */
interface Figure {
	readonly title: string;
	readonly of: (row: Row) => boolean;
	readonly value: (row: Row) => number;
	readonly digits?: number;
	/** The median if not given. */
	readonly summary?: (values: readonly number[]) => number;
}

/** The campaign that every way has done: counted in the strictest way, answered as usual. */
const isCampaign = ({ scenario, work }: Row): boolean =>
	scenario === 'limits' && describeWork(work) === describeWork(usual);
const isRoundTrip = ({ scenario }: Row): boolean => scenario === 'roundTrip';
const isLarge = ({ scenario, work }: Row): boolean =>
	scenario === 'lifted' && work.items === 10_000;

const figures = {
	lost: {
		title: 'Of 1,000 messages at 25 a second: lost',
		of: isCampaign,
		value: ({ lost }) => lost,
	},
	seconds: {
		title: 'The same: seconds until all were done',
		of: isCampaign,
		value: ({ nodeTime }) => nodeTime / 1_000,
		digits: 1,
	},
	rate: {
		title: 'The same: accepted messages a second',
		of: isCampaign,
		value: ({ messagesPerSecond }) => messagesPerSecond,
		digits: 1,
	},
	together: {
		title: '25 messages at once: milliseconds until all were done',
		of: isRoundTrip,
		value: ({ nodeTime }) => nodeTime,
	},
	processor: {
		title: '10,000 messages without a limit: processor time for each, ms',
		of: isLarge,
		value: ({ cpuPerItem }) => cpuPerItem,
		digits: 2,
	},
	wait: {
		title: "The same: longest wait for n8n's own health page, ms",
		of: isLarge,
		value: ({ longestWait }) => longestWait,
		summary: (values) => (values.length === 0 ? NaN : Math.max(...values)),
	},
} as const satisfies Record<string, Figure>;

/** NaN where the way was not measured. */
function valueFor({ of, value, summary = median }: Figure, rows: readonly Row[], way: Way) {
	return summary(rows.filter((row) => row.way === way && of(row)).map(value));
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

/** docs/internals/benchmarks.md: five lines that say what it comes to, and a table of what they rest on. */
export function documentOf(rows: readonly Row[]): string {
	const tell = (figure: Figure, way: Way): string => {
		const value = valueFor(figure, rows, way);
		return Number.isNaN(value) ? '–' : value.toFixed(figure.digits ?? 0);
	};
	const [ours, plain] = [channelMessaging, httpRequestAsItComes];
	const { lost, processor, rate, seconds, together, wait } = figures;
	const share = valueFor(processor, rows, ours) / valueFor(processor, rows, plain);
	const cells = Object.values(figures).map((figure) => [
		figure.title,
		...ways.map((way) => tell(figure, way)),
	]);
	return `# Benchmarks

- Of 1,000 messages to a service that takes 25 a second, Channel Messaging loses ${tell(lost, ours)}; HTTP Request as it comes loses ${tell(lost, plain)}.
- It sends ${tell(rate, ours)} a second, so 1,000 messages take ${tell(seconds, ours)} seconds.
- 25 messages are done in ${tell(together, ours)} ms, where each answer takes 200 ms.
- It takes ${share.toFixed(2)} of the processor time that HTTP Request takes.
- n8n goes on answering: while 10,000 messages go out, its health page waits ${tell(wait, ours)} ms at most.

${table(['', ...ways.map(({ name }) => name)], cells)}

HTTP Request makes the same call, with a header credential, a JSON body, and On Error set to continue so that losses can be counted: as it comes, and with the two settings of its batching that a user would try. A local service in a process of its own answers after 150 to 250 ms and counts in a sliding window, the strictest way. Of what was measured more than once, the median counts, of waits the longest.

${machine(rows)}. The figures depend on the machine, so compare those of one run with each other.

\`npm run bench\` measures all of it again and writes this page; it prints every measurement, with other ways of counting and slower answers, and the targets.
`;
}
