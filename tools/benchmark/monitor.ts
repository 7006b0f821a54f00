import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningN8n } from '../../test/support/n8n';

/** The interval between requests of the health endpoint. */
const intervalMs = 20;
/** Linux counts CPU time in hundredths of a second, regardless of the kernel's timer frequency. */
const tickMs = 10;
const nanosecondsPerMillisecond = 1e6;

/** One request of n8n's health endpoint. `from` and `to` are milliseconds since the epoch. */
interface HealthCheck {
	readonly from: number;
	readonly to: number;
	/** The time during the request in which n8n was ready to run but waited for a CPU. */
	readonly waitedForCpuMs: number;
	/** n8n's CPU time since its start, when the request was sent. */
	readonly cpuTimeMs: number;
}

/** n8n's use of the machine in an interval. */
export interface Usage {
	/** Includes responses of the health endpoint. */
	readonly cpuTimeMs: number;
	/** The maximum response time of the health endpoint, without the time in which n8n had no CPU. */
	readonly maxHealthDelayMs: number;
}

function usageOf(checks: readonly HealthCheck[], from: number, to: number): Usage {
	const cpuTimeUntil = (time: number) =>
		checks.filter((check) => check.from <= time).at(-1)?.cpuTimeMs ?? 0;
	const delays = checks.map(
		(check) => Math.min(to, check.to) - Math.max(from, check.from) - check.waitedForCpuMs,
	);
	return {
		cpuTimeMs: cpuTimeUntil(to) - cpuTimeUntil(from),
		maxHealthDelayMs: Math.max(0, ...delays),
	};
}

/**
 * Requests n8n's health endpoint repeatedly. Returns a function that stops, and returns n8n's usage
 * in an interval. The caller's process should be idle meanwhile: its own delays count as
 * n8n's.
 */
export function monitor({ url, id }: RunningN8n) {
	const checks: HealthCheck[] = [];
	let isStopped = false;
	const read = (file: string) => readFileSync(`/proc/${String(id)}/${file}`, 'utf8');
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
			await (await fetch(`${url}/healthz`)).text();
			const to = Date.now();
			const waited = waitedForCpuMs() - before.waitedForCpuMs;
			checks.push({ from, to, cpuTimeMs: before.cpuTimeMs, waitedForCpuMs: waited });
			await sleep(Math.max(1, intervalMs - (to - from)));
		}
	};
	const checking = checkRepeatedly();
	// Errors are thrown by the returned function.
	checking.catch(() => undefined);
	return async (): Promise<(from: number, to: number) => Usage> => {
		isStopped = true;
		await checking;
		return (from, to) => usageOf(checks, from, to);
	};
}
