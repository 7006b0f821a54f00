import type { Row } from '../row';
import { describeAnswers } from '../work';

/** One column of the table. */
export interface Column {
	readonly title: string;
	/** What it means, for the report. */
	readonly meaning: string;
	value(row: Row): string;
}

export const columns: readonly Column[] = [
	{
		title: 'way',
		meaning: 'what sends',
		value: ({ way }) => way,
	},
	{
		title: 'items',
		meaning: 'messages to send, and by how many executions at once',
		value: ({ work }) =>
			work.executions === 1
				? String(work.items)
				: `${String(work.items)} in ${String(work.executions)}`,
	},
	{
		title: 'limit',
		meaning: 'what the service admits a second, and how it counts',
		value: ({ work }) =>
			work.messagesPerSecond === null
				? 'none'
				: `${String(work.messagesPerSecond)} ${work.semantics}`,
	},
	{
		title: 'answers',
		meaning: 'how long the service takes to answer',
		value: ({ work }) => describeAnswers(work),
	},
	{
		title: 'accepted',
		meaning: 'messages that the service accepted',
		value: ({ accepted }) => String(accepted),
	},
	{
		title: 'lost',
		meaning: 'items whose message never was accepted',
		value: ({ lost }) => String(lost),
	},
	{
		title: 'twice',
		meaning: 'messages that were accepted a second time',
		value: ({ twice }) => String(twice),
	},
	{
		title: '429',
		meaning: 'calls that the service refused for its limit',
		value: ({ refused }) => String(refused),
	},
	{
		title: 'single message, ms',
		meaning:
			'the longest that a single message of another execution took, from the start of its workflow until the service accepted it',
		value: ({ longestSingle }) => longestSingle?.toFixed(0) ?? '',
	},
	{
		title: 'per second',
		meaning: "accepted messages a second, by the service's log, from the first to the last",
		value: ({ messagesPerSecond }) => messagesPerSecond.toFixed(1),
	},
	{
		title: 'node time, ms',
		meaning: "from the node's start to its end, by n8n's account",
		value: ({ nodeTime }) => nodeTime.toFixed(0),
	},
	{
		title: 'arrivals, ms',
		meaning: 'from the first call that reached the service to the last',
		value: ({ arrivalTime }) => arrivalTime.toFixed(0),
	},
	{
		title: 'CPU, ms per item',
		meaning: "the n8n process's user and system time while the node ran, less what it uses idle",
		value: ({ cpuPerItem }) => cpuPerItem.toFixed(2),
	},
	{
		title: 'longest wait, ms',
		meaning: "the longest that n8n's own health page had to be waited for while the node ran",
		value: ({ longestWait }) => longestWait.toFixed(0),
	},
	{
		title: 'its own, ms',
		meaning:
			'the longest such wait without the time in which other programs kept n8n from a processor',
		value: ({ longestOwnWait }) => longestOwnWait.toFixed(0),
	},
	{
		title: 'afterwards, ms',
		meaning: 'the longest wait after the node, while n8n stores the execution',
		value: ({ longestWaitAfter }) => longestWaitAfter.toFixed(0),
	},
	{
		title: 'idle, ms',
		meaning: 'the longest wait before, while n8n had nothing to do',
		value: ({ longestWaitIdle }) => longestWaitIdle.toFixed(0),
	},
	{
		title: 'memory, MB',
		meaning: "the n8n process's resident memory: before, and at most while the node ran",
		value: ({ idleMegabytes, peakMegabytes }) =>
			`${idleMegabytes.toFixed(0)} → ${peakMegabytes.toFixed(0)}`,
	},
	{
		title: 'load',
		meaning: "the machine's load average when the measurement began",
		value: ({ load }) => load.toFixed(1),
	},
];
