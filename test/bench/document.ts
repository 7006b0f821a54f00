import { readFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import manifest from '../../package.json';
import type { InstalledRelease } from '../n8n';
import { table } from './report';
import { median, type Row } from './row';
import {
	channelMessaging,
	httpRequestAsItComes,
	httpRequestInBatches,
	httpRequestOneByOne,
} from './ways';

const ways = [
	channelMessaging,
	httpRequestAsItComes,
	httpRequestInBatches,
	httpRequestOneByOne,
].map(({ name }) => name);

/** What a user compares, from the rows that tell of it. */
interface Figure {
	readonly title: string;
	readonly digits: number;
	readonly of: (row: Row) => boolean;
	readonly value: (row: Row) => number;
	/** The median where it isn't said. */
	readonly summary?: (values: readonly number[]) => number;
}

const worst = (values: readonly number[]): number =>
	values.length === 0 ? NaN : Math.max(...values);

/** The campaign that every way has done: counted in the strictest way, answered as usual. */
const isCampaign = ({ scenario, work }: Row): boolean =>
	scenario === 'limits' &&
	work.semantics === 'slidingWindow' &&
	work.executions === 1 &&
	work.arrivalJitterMilliseconds === 0 &&
	work.answers.maximumMilliseconds === 250;
const isRoundTrip = ({ scenario }: Row): boolean => scenario === 'roundTrip';
const isLarge = ({ scenario, work }: Row): boolean =>
	scenario === 'lifted' && work.items === 10_000;

const lost: Figure = {
	title: 'Of 1,000 messages at 25 a second: lost',
	digits: 0,
	of: isCampaign,
	value: (row) => row.lost,
};
const seconds: Figure = {
	title: 'The same: seconds until all were done',
	digits: 1,
	of: isCampaign,
	value: ({ nodeTime }) => nodeTime / 1_000,
};
const pace: Figure = {
	title: 'The same: accepted messages a second',
	digits: 1,
	of: isCampaign,
	value: ({ messagesPerSecond }) => messagesPerSecond,
};
const together: Figure = {
	title: '25 messages at once: milliseconds until all were done',
	digits: 0,
	of: isRoundTrip,
	value: ({ nodeTime }) => nodeTime,
};
const processor: Figure = {
	title: '10,000 messages without a limit: processor time for each, ms',
	digits: 2,
	of: isLarge,
	value: ({ cpuPerItem }) => cpuPerItem,
};
const wait: Figure = {
	title: "The same: longest wait for n8n's own health page, ms",
	digits: 0,
	of: isLarge,
	value: ({ longestOwnWait }) => longestOwnWait,
	summary: worst,
};
const figures = [lost, seconds, pace, together, processor, wait];

function valueOf(rows: readonly Row[], figure: Figure, way: string): number {
	const { of, summary = median, value } = figure;
	return summary(rows.filter((row) => row.way === way && of(row)).map(value));
}

async function facts({ folder }: InstalledRelease, rows: readonly Row[]): Promise<string> {
	const text = await readFile(join(folder, 'node_modules', 'n8n', 'package.json'), 'utf8');
	const { version } = z.object({ version: z.string() }).parse(JSON.parse(text));
	const processor = cpus()[0]?.model.trim() ?? 'an unknown processor';
	const memory = Math.round(totalmem() / 2 ** 30);
	const loads = rows.map(({ load }) => load);
	const load = [Math.min(...loads), Math.max(...loads)].map((value) => value.toFixed(1));
	return [
		`${String(cpus().length)} cores of ${processor}, ${String(memory)} GB of memory`,
		`n8n ${version}`,
		`${manifest.name} ${manifest.version}`,
		new Date().toISOString().slice(0, 10),
		`load average ${load.join(' to ')}`,
	].join('; ');
}

/** docs/benchmarks.md: five lines that say what it comes to, and a table of what they rest on. */
export async function documentOf(release: InstalledRelease, rows: readonly Row[]): Promise<string> {
	const tell = (figure: Figure, way = channelMessaging.name): string =>
		valueOf(rows, figure, way).toFixed(figure.digits);
	const plain = httpRequestAsItComes.name;
	const share = valueOf(rows, processor, channelMessaging.name) / valueOf(rows, processor, plain);
	const cells = figures.map((figure) => [
		figure.title,
		...ways.map((way) => (Number.isNaN(valueOf(rows, figure, way)) ? '–' : tell(figure, way))),
	]);
	return `# Benchmarks

- Of 1,000 messages to a service that takes 25 a second, Channel Messaging loses ${tell(lost)}; HTTP Request as it comes loses ${tell(lost, plain)}.
- It sends ${tell(pace)} a second, so 1,000 messages take ${tell(seconds)} seconds.
- 25 messages are done in ${tell(together)} ms, where each answer takes 200 ms.
- It takes ${share.toFixed(2)} of the processor time that HTTP Request takes.
- n8n goes on answering: while 10,000 messages go out, its health page waits ${tell(wait)} ms at most.

${table(['', ...ways], cells)}

HTTP Request makes the same call, with a header credential, a JSON body, and On Error set to continue so that losses can be counted: as it comes, and with the two settings of its batching that a user would try. A local service in a process of its own answers after 150 to 250 ms and counts in a sliding window, the strictest way. Of what was measured more than once, the median counts, of waits the longest.

${await facts(release, rows)}. The figures depend on the machine, so compare those of one run with each other.

\`npm run bench\` measures all of it again and writes this page; it prints every measurement, with other ways of counting and slower answers, and the targets.
`;
}
