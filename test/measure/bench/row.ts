import type { ScenarioName, Work } from './scenarios';

/** What came out of one measurement. Times are in milliseconds. */
export interface Row {
	readonly scenario: ScenarioName;
	readonly way: string;
	readonly work: Work;
	readonly accepted: number;
	/** Items whose message never was accepted. */
	readonly lost: number;
	/** The longest that a single message took from the start of its workflow until it was accepted. */
	readonly longestSingle: number | undefined;
	/** Messages accepted a second time. */
	readonly twice: number;
	/** Calls answered with 429. */
	readonly refused: number;
	/** Over the service's own log, from the first accepted message to the last. */
	readonly messagesPerSecond: number;
	/** From the node's start to its end, by n8n's own account. */
	readonly nodeTime: number;
	/** From the first call's arrival at the service to the last one's. */
	readonly arrivalTime: number;
	/** n8n's own, with what it uses idle taken off. */
	readonly cpuPerItem: number;
	/** The longest that n8n's health page had to be waited for while the node ran. */
	readonly longestWait: number;
	/** The same, without the time in which other programs kept n8n from a processor. */
	readonly longestOwnWait: number;
	/** The same afterwards, while n8n stores the execution. */
	readonly longestWaitAfter: number;
	/** The same before, with n8n idle: the floor of the measurement. */
	readonly longestWaitIdle: number;
	readonly peakMegabytes: number;
	/** How much of the peak was there before. */
	readonly idleMegabytes: number;
	/** The machine's load average of the last minute when the measurement began. */
	readonly load: number;
}

/** A row before it is known what n8n uses when it is idle. */
export interface MeasuredRow {
	readonly row: Omit<Row, 'cpuPerItem'>;
	/** All that n8n used while the node ran. */
	readonly cpuTime: number;
	/** The part of a processor that n8n used just before, with nothing to do. */
	readonly idleCpuShare: number;
}

/**
 * Takes what n8n uses idle, health page included, off what it used. Idle, n8n is at times busy with
 * what it did before, so the idlest moment of the rows that share an n8n is the measure.
 */
export function withoutIdleCpu(rows: readonly MeasuredRow[]): readonly Row[] {
	const idle = Math.min(...rows.map(({ idleCpuShare }) => idleCpuShare));
	return rows.map(({ row, cpuTime }) => ({
		...row,
		cpuPerItem: (cpuTime - idle * row.nodeTime) / row.work.items,
	}));
}

/** The middle of the values; NaN where there are none. */
export function median(values: readonly number[]): number {
	const sorted = [...values].sort((one, other) => one - other);
	const middle = sorted.length >> 1;
	const upper = sorted[middle] ?? NaN;
	return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? NaN)) / 2;
}
