import { VirtualClock } from '../../../test/support/virtualClock';
import { table } from '../../table';
import {
	type ExecutionPlan,
	type HistoryEvent,
	singleMessage,
	usualConditions,
} from '../history/history';
import { simulate } from '../world/simulate';

/**
 * A virtual clock that advances by the time for which the processor computes. Measures the longest
 * time between two turns of the event loop. Unlike the elapsed time, it doesn't depend on other
 * programs.
 */
class ComputingClock extends VirtualClock {
	/** In milliseconds. */
	longestTurn = 0;

	private turnStartedAt = computedMs();

	/** @param ignoredTurns the number of turns in which the simulation prepares the execution */
	constructor(private ignoredTurns: number) {
		super();
	}

	override now(): number {
		return super.now() + computedMs() - this.turnStartedAt;
	}

	override async sleep(milliseconds: number): Promise<void> {
		await super.sleep(milliseconds);
		const now = computedMs();
		this.ignoredTurns -= 1;
		if (this.ignoredTurns < 0) {
			this.longestTurn = Math.max(this.longestTurn, now - this.turnStartedAt);
		}
		this.turnStartedAt = now;
	}
}

function computedMs(): number {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1_000;
}

const unauthorized: HistoryEvent = {
	afterMs: 0,
	kind: 'faults',
	path: 'message',
	nth: 1,
	times: 1,
	fault: { kind: 'status', status: 401 },
};

const scenarios: ReadonlyArray<[name: string, Partial<ExecutionPlan>, HistoryEvent[]]> = [
	['100,000 messages, the token is invalid', { items: 100_000 }, [unauthorized]],
	[
		'100,000 items, no credential can be read',
		{ items: 100_000, credentials: { kind: 'unreadable', except: [] } },
		[],
	],
	['40,000 messages are sent', { items: 40_000 }, []],
	['40,000 messages are skipped, because their keys were sent', { items: 40_000, keys: 1 }, []],
];

/** Prints the longest time for which an execution blocks n8n (S2). */
export async function printBlocking(folder: string): Promise<void> {
	const limit = 1_000_000;
	const conditions = {
		...usualConditions,
		semantics: 'tokenBucket',
		messagesPerSecond: limit,
	} as const;
	const rows: string[][] = [];
	for (const [name, changes, events] of scenarios) {
		const plan = { ...singleMessage, contacts: 1_000, ...changes };
		const execution = { afterMs: 0, kind: 'executions', plan, count: 1, intervalMs: 0 } as const;
		const all = [...events, execution];
		// Each event has a turn, and the execution another one.
		const clock = new ComputingClock(all.length + 1);
		await simulate(
			{ seed: 1, workers: 1, conditions, endsIdle: false, events: all },
			folder,
			clock,
		);
		rows.push([name, `${clock.longestTurn.toFixed(0)} ms`]);
	}
	console.log(table(['Execution', 'Longest block'], rows));
}
