import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningN8n } from '../../test/support/n8n';

/** The interval between requests of the health endpoint. */
const intervalMs = 20;
/** Linux counts CPU time in hundredths of a second, regardless of the kernel's timer frequency. */
const tickMs = 10;
const nanosecondsPerMillisecond = 1e6;

/** An interval in milliseconds since the epoch. */
export interface Interval {
	readonly from: number;
	readonly to: number;
}

/** One request of n8n's health endpoint. */
interface HealthCheck extends Interval {
	/** The time during the request in which n8n was ready to run, but had no CPU. */
	readonly waitedForCpuMs: number;
	/** n8n's CPU time since its start, when the request was sent. */
	readonly cpuTimeMs: number;
}

function overlapMs(interval: Interval, { from, to }: Interval): number {
	return Math.min(to, interval.to) - Math.max(from, interval.from);
}

/** The health checks of one measurement. */
export class Recording {
	constructor(private readonly checks: readonly HealthCheck[]) {}

	/** Returns the maximum response time in an interval, without the time in which n8n had no CPU. */
	maxHealthDelayMs(interval: Interval): number {
		return Math.max(
			0,
			...this.checks.map((check) => overlapMs(interval, check) - check.waitedForCpuMs),
		);
	}

	/** Returns n8n's CPU time in an interval, interpolated between health checks. */
	cpuTimeMs({ from, to }: Interval): number {
		return this.cpuTimeUntil(to) - this.cpuTimeUntil(from);
	}

	private cpuTimeUntil(time: number): number {
		const index = this.checks.findIndex(({ from }) => from >= time);
		const next = this.checks.at(index);
		const previous = this.checks[index - 1];
		if (next === undefined || previous === undefined) return next?.cpuTimeMs ?? 0;
		const fraction = (time - previous.from) / (next.from - previous.from);
		return previous.cpuTimeMs + fraction * (next.cpuTimeMs - previous.cpuTimeMs);
	}
}

async function checkHealth(url: string, agent: Agent): Promise<void> {
	await new Promise<void>((resolve, reject) => {
		get(`${url}/healthz`, { agent }, (response) => {
			response.resume();
			response.once('end', resolve);
		}).once('error', reject);
	});
}

/**
 * Requests n8n's health endpoint repeatedly. Returns a function that stops, and returns the recording.
 * The caller's process should be idle meanwhile, because its own delays count as n8n's.
 */
export function monitor({ url, processId }: RunningN8n): () => Promise<Recording> {
	const checks: HealthCheck[] = [];
	const agent = new Agent({ keepAlive: true, maxSockets: 1 });
	let isStopped = false;
	const read = (file: string) => readFileSync(`/proc/${String(processId)}/${file}`, 'utf8');
	/** User and system time of all threads. The second field is a name that can contain spaces. */
	const cpuTimeMs = () => {
		const fields = read('stat').split(') ').at(-1)?.split(' ') ?? [];
		return (Number(fields[11]) + Number(fields[12])) * tickMs;
	};
	const waitedForCpuMs = () => Number(read('schedstat').split(' ')[1]) / nanosecondsPerMillisecond;

	const checkRepeatedly = async (): Promise<void> => {
		while (!isStopped) {
			const from = Date.now();
			const before = { cpuTimeMs: cpuTimeMs(), waitedForCpuMs: waitedForCpuMs() };
			await checkHealth(url, agent);
			const to = Date.now();
			checks.push({
				from,
				to,
				cpuTimeMs: before.cpuTimeMs,
				waitedForCpuMs: waitedForCpuMs() - before.waitedForCpuMs,
			});
			await sleep(Math.max(1, intervalMs - (to - from)));
		}
	};
	const checking = checkRepeatedly();
	// Errors are thrown by the returned function.
	checking.catch(() => undefined);
	return async () => {
		isStopped = true;
		await checking;
		agent.destroy();
		return new Recording(checks);
	};
}
