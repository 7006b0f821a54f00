import { readFileSync } from 'node:fs';

const intervalMs = 5;
const nanosecondsPerMillisecond = 1e6;

/**
 * The CPU time of the main thread, which excludes the time in which other processes had the CPU.
 * Only available on Linux.
 */
export function cpuTimeMs(): number {
	try {
		const id = String(process.pid);
		const fields = readFileSync(`/proc/${id}/task/${id}/schedstat`, 'utf8').split(' ');
		return Number(fields[0]) / nanosecondsPerMillisecond;
	} catch {
		return performance.now();
	}
}

/** Measures how long the event loop is blocked, in CPU time, which doesn't depend on other processes. */
export function watchBlocks() {
	let longestMs = 0;
	let last = cpuTimeMs();
	const measure = () => {
		const now = cpuTimeMs();
		longestMs = Math.max(longestMs, now - last);
		last = now;
	};
	const timer = setInterval(measure, intervalMs);
	return {
		longestMs: () => longestMs,
		stop: () => {
			measure();
			clearInterval(timer);
		},
	};
}
