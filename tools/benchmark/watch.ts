import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningN8n } from '../../test/support/n8n';

/** How often to look, in milliseconds. */
const interval = 20;
/** Linux counts CPU time in hundredths of a second, whatever the kernel's own timer. */
const millisecondsPerTick = 10;
const nanosecondsPerMillisecond = 1e6;

/** A stretch of time, in milliseconds since the epoch. */
export interface Span {
	readonly from: number;
	readonly to: number;
}

/** One wait for n8n's health page. */
interface Look extends Span {
	/** How many milliseconds of it n8n was ready to go on, with every processor taken by others. */
	readonly held: number;
	/** What n8n had used of a processor when the wait began, in milliseconds. */
	readonly cpuTime: number;
}

function within(span: Span, { from, to }: Span): number {
	return Math.min(to, span.to) - Math.max(from, span.from);
}

/** What was seen of n8n from outside. */
export class Recording {
	constructor(private readonly looks: readonly Look[]) {}

	/**
	 * The milliseconds of the longest wait for the health page that lay within a span and were n8n's own
	 * doing: without the time in which it got no processor.
	 */
	longestOwnWait(span: Span): number {
		return Math.max(0, ...this.looks.map((look) => within(span, look) - look.held));
	}

	/** Milliseconds of CPU time within a span; between two looks it is taken to be used evenly. */
	cpuTime({ from, to }: Span): number {
		return this.cpuUntil(to) - this.cpuUntil(from);
	}

	private cpuUntil(time: number): number {
		const after = this.looks.findIndex(({ from }) => from >= time);
		const late = this.looks.at(after);
		const early = this.looks[after - 1];
		if (late === undefined || early === undefined) return late?.cpuTime ?? 0;
		const share = (time - early.from) / (late.from - early.from);
		return early.cpuTime + share * (late.cpuTime - early.cpuTime);
	}
}

/** Waits for n8n's health page, by one connection that stays open. */
async function health(url: string, agent: Agent): Promise<void> {
	await new Promise<void>((resolve, reject) => {
		get(`${url}/healthz`, { agent }, (response) => {
			response.resume();
			response.once('end', resolve);
		}).once('error', reject);
	});
}

/**
 * Begins to watch n8n; answers how to end it, which gives what was seen. Whatever holds this process
 * up makes the waits longer, never shorter, so it has to be idle meanwhile.
 */
export function watch({ url, processId }: RunningN8n): () => Promise<Recording> {
	const looks: Look[] = [];
	const agent = new Agent({ keepAlive: true, maxSockets: 1 });
	let isOver = false;
	// What the kernel says of a process costs that process nothing.
	const read = (file: string) => readFileSync(`/proc/${String(processId)}/${file}`, 'utf8');
	/** User and system time of all threads; the second field is a name that may hold spaces. */
	const cpuTime = () => {
		const fields = read('stat').split(') ').at(-1)?.split(' ') ?? [];
		return (Number(fields[11]) + Number(fields[12])) * millisecondsPerTick;
	};
	const timeWithoutProcessor = () =>
		Number(read('schedstat').split(' ')[1]) / nanosecondsPerMillisecond;

	const look = async (): Promise<void> => {
		while (!isOver) {
			const from = Date.now();
			const [used, held] = [cpuTime(), timeWithoutProcessor()];
			await health(url, agent);
			const to = Date.now();
			looks.push({ from, to, held: timeWithoutProcessor() - held, cpuTime: used });
			await sleep(Math.max(1, interval - (to - from)));
		}
	};
	const watching = look();
	// Told to whoever ends it.
	watching.catch(() => undefined);
	return async () => {
		isOver = true;
		await watching;
		agent.destroy();
		return new Recording(looks);
	};
}
