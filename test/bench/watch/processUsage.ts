import { readFileSync } from 'node:fs';

/** What a process has used. */
export interface ProcessUsage {
	/** User and system time of all its threads since it started, in milliseconds. */
	readonly cpuMilliseconds: number;
	readonly residentMegabytes: number;
}

/** Linux counts CPU time in hundredths of a second, whatever the kernel's own timer. */
const millisecondsPerTick = 10;

/** Reads from /proc, which costs the process that is looked at nothing. */
export function usageOf(processId: number): ProcessUsage {
	const folder = `/proc/${String(processId)}`;
	// The second field is the program's name in brackets, which may hold spaces.
	const fields = readFileSync(`${folder}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
	const ticks = Number(fields[11]) + Number(fields[12]);
	const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`${folder}/status`, 'utf8')) ?? [];
	return {
		cpuMilliseconds: ticks * millisecondsPerTick,
		residentMegabytes: Number(kilobytes) / 1024,
	};
}

const nanosecondsPerMillisecond = 1e6;

/**
 * For how long a process's main thread has been ready to run and got no processor, in milliseconds:
 * that is the fault of whatever else the machine does.
 */
export function timeWithoutProcessor(processId: number): number {
	const text = readFileSync(`/proc/${String(processId)}/schedstat`, 'utf8');
	return Number(text.split(' ')[1]) / nanosecondsPerMillisecond;
}
