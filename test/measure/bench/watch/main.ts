import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Recording } from './recording';

/** How often to look, in milliseconds. */
const interval = 20;

/** Linux counts CPU time in hundredths of a second, whatever the kernel's own timer. */
const millisecondsPerTick = 10;

const nanosecondsPerMillisecond = 1e6;

const [url = '', processId = ''] = process.argv.slice(2);

/** What the kernel says of the process, which costs that process nothing. */
const read = (file: string) => readFileSync(`/proc/${processId}/${file}`, 'utf8');

/** User and system time of all its threads since it started, and its memory. */
function usage(): Omit<Recording['usages'][number], 'at'> {
	// The second field is the program's name in brackets, which may hold spaces.
	const fields = read('stat').split(') ').at(-1)?.split(' ') ?? [];
	const ticks = Number(fields[11]) + Number(fields[12]);
	const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(read('status')) ?? [];
	return {
		cpuMilliseconds: ticks * millisecondsPerTick,
		residentMegabytes: Number(kilobytes) / 1024,
	};
}

/** For how many milliseconds its main thread has been ready to run and got no processor. */
function timeWithoutProcessor(): number {
	return Number(read('schedstat').split(' ')[1]) / nanosecondsPerMillisecond;
}

/** Waits for n8n's health page, by one connection that stays open. */
async function health(agent: Agent): Promise<void> {
	await new Promise<void>((resolve, reject) => {
		get(`${url}/healthz`, { agent }, (response) => {
			response.resume();
			response.once('end', resolve);
		}).once('error', reject);
	});
}

/** Looks at n8n until it is told to end, and then writes what it has seen. */
async function main(): Promise<void> {
	const recording: Recording = { waits: [], usages: [] };
	const agent = new Agent({ keepAlive: true, maxSockets: 1 });
	process.once('SIGTERM', () => {
		process.stdout.write(JSON.stringify(recording), () => process.exit());
	});
	for (;;) {
		const from = Date.now();
		recording.usages.push({ at: from, ...usage() });
		const before = timeWithoutProcessor();
		await health(agent);
		const to = Date.now();
		recording.waits.push({ from, to, held: timeWithoutProcessor() - before });
		await sleep(Math.max(1, interval - (to - from)));
	}
}

void main();
