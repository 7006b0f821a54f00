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
	/** All that n8n used of a processor meanwhile, its answers to the health page included. */
	readonly cpuPerItem: number;
	/** The longest that n8n's health page had to be waited for while the node ran. */
	readonly longestWait: number;
	/** The same, without the time in which other programs kept n8n from a processor. */
	readonly longestOwnWait: number;
	/** The machine's load average of the last minute when the measurement began. */
	readonly load: number;
}

/** The middle of the values; NaN where there are none. */
export function median(values: readonly number[]): number {
	const sorted = [...values].sort((one, other) => one - other);
	const middle = sorted.length >> 1;
	const upper = sorted[middle] ?? NaN;
	return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? NaN)) / 2;
}
