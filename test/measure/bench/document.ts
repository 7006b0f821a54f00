import { readFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import manifest from '../../../package.json';
import type { InstalledRelease } from '../../support/n8n';
import { table } from './report';
import { median, type Row } from './row';
import { describeWork, usual } from './scenarios';
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

const worst = (values: readonly number[]): number =>
	values.length === 0 ? NaN : Math.max(...values);

/** What a user compares: the rows that tell of it, what of them, and which of several counts. */
class Figure {
	constructor(
		readonly title: string,
		private readonly of: (row: Row) => boolean,
		private readonly value: (row: Row) => number,
		private readonly digits = 0,
		private readonly summary: (values: readonly number[]) => number = median,
	) {}

	/** NaN where the way was not measured. */
	for(rows: readonly Row[], way: string): number {
		return this.summary(rows.filter((row) => row.way === way && this.of(row)).map(this.value));
	}

	/** The same as text. */
	tell(rows: readonly Row[], way: string): string {
		const value = this.for(rows, way);
		return Number.isNaN(value) ? '–' : value.toFixed(this.digits);
	}
}

/** The campaign that every way has done: counted in the strictest way, answered as usual. */
const isCampaign = ({ scenario, work }: Row): boolean =>
	scenario === 'limits' && describeWork(work) === describeWork(usual);
const isRoundTrip = ({ scenario }: Row): boolean => scenario === 'roundTrip';
const isLarge = ({ scenario, work }: Row): boolean =>
	scenario === 'lifted' && work.items === 10_000;

const figures = {
	lost: new Figure('Of 1,000 messages at 25 a second: lost', isCampaign, ({ lost }) => lost),
	seconds: new Figure(
		'The same: seconds until all were done',
		isCampaign,
		({ nodeTime }) => nodeTime / 1_000,
		1,
	),
	rate: new Figure(
		'The same: accepted messages a second',
		isCampaign,
		({ messagesPerSecond }) => messagesPerSecond,
		1,
	),
	together: new Figure(
		'25 messages at once: milliseconds until all were done',
		isRoundTrip,
		({ nodeTime }) => nodeTime,
	),
	processor: new Figure(
		'10,000 messages without a limit: processor time for each, ms',
		isLarge,
		({ cpuPerItem }) => cpuPerItem,
		2,
	),
	wait: new Figure(
		"The same: longest wait for n8n's own health page, ms",
		isLarge,
		({ longestOwnWait }) => longestOwnWait,
		0,
		worst,
	),
};

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
	const [ours = '', plain = ''] = ways;
	const { lost, processor, rate, seconds, together, wait } = figures;
	const share = processor.for(rows, ours) / processor.for(rows, plain);
	const cells = Object.values(figures).map((figure) => [
		figure.title,
		...ways.map((way) => figure.tell(rows, way)),
	]);
	return `# Benchmarks

- Of 1,000 messages to a service that takes 25 a second, Channel Messaging loses ${lost.tell(rows, ours)}; HTTP Request as it comes loses ${lost.tell(rows, plain)}.
- It sends ${rate.tell(rows, ours)} a second, so 1,000 messages take ${seconds.tell(rows, ours)} seconds.
- 25 messages are done in ${together.tell(rows, ours)} ms, where each answer takes 200 ms.
- It takes ${share.toFixed(2)} of the processor time that HTTP Request takes.
- n8n goes on answering: while 10,000 messages go out, its health page waits ${wait.tell(rows, ours)} ms at most.

${table(['', ...ways], cells)}

HTTP Request makes the same call, with a header credential, a JSON body, and On Error set to continue so that losses can be counted: as it comes, and with the two settings of its batching that a user would try. A local service in a process of its own answers after 150 to 250 ms and counts in a sliding window, the strictest way. Of what was measured more than once, the median counts, of waits the longest.

${await facts(release, rows)}. The figures depend on the machine, so compare those of one run with each other.

\`npm run bench\` measures all of it again and writes this page; it prints every measurement, with other ways of counting and slower answers, and the targets.
`;
}
