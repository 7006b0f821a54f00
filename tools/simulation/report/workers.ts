import { percent, table } from '../../table';
import { type Conditions, type History, singleMessage, usualConditions } from '../history/history';
import { evidenceOf } from '../oracle/evidence';
import { violationsIn } from '../oracle/oracle';
import { promises } from '../oracle/promises';
import { simulate } from '../world/simulate';

/** Workers that share a token, and send the same number of messages each. */
interface Scenario {
	workers: number;
	conditions: Conditions;
	operation: 'send' | 'update';
	/** The number of items of all workers. */
	items: number;
}

interface Figures {
	failed: number;
	/** The accepted rate from the first to the last accepted request, as a fraction of the limit. */
	share: number;
	/** The fraction of requests that the service rejected with 429. */
	rejected: number;
	broken: number;
}

/** The time in which all workers start, in milliseconds. */
const startMs = 250;

function historyOf({ workers, conditions, operation, items }: Scenario, seed: number): History {
	const each = Math.ceil(items / workers);
	return {
		seed,
		workers,
		conditions,
		endsIdle: false,
		events: Array.from({ length: workers }, (_, worker) => ({
			afterMs: worker === 0 ? 0 : startMs / workers,
			kind: 'executions',
			plan: { ...singleMessage, operation, worker, items: each, contacts: each },
			count: 1,
			intervalMs: 0,
		})),
	};
}

async function figuresOf(scenario: Scenario, seed: number, folder: string): Promise<Figures> {
	const evidence = evidenceOf(await simulate(historyOf(scenario, seed), folder));
	const { items, requests } = evidence;
	const times = requests.filter(({ accepted }) => accepted).map(({ arrivedAt = 0 }) => arrivedAt);
	const first = Math.min(...times);
	const last = Math.max(...times);
	const { messagesPerSecond, contactRequestsPerMinute } = scenario.conditions;
	const perMs =
		scenario.operation === 'send' ? messagesPerSecond / 1_000 : contactRequestsPerMinute / 60_000;
	return {
		failed: items.filter(({ reports }) => reports.at(-1)?.outcome !== 'done').length,
		share: (times.length - 1) / ((last - first) * perMs),
		rejected: requests.filter(({ result }) => result === 429).length / requests.length,
		broken: violationsIn(evidence, promises, ['M1', 'M2', 'M3']).length,
	};
}

function sum(numbers: readonly number[]): number {
	return numbers.reduce((total, number) => total + number, 0);
}

function cells(figures: readonly Figures[]): string[] {
	const shares = figures.map(({ share }) => share);
	const mean = (of: (one: Figures) => number) => sum(figures.map(of)) / figures.length;
	return [
		String(sum(figures.map(({ failed }) => failed))),
		percent(mean(({ share }) => share)),
		percent(Math.min(...shares)),
		percent(mean(({ rejected }) => rejected)),
		String(sum(figures.map(({ broken }) => broken))),
	];
}

const semantics = ['slidingWindow', 'fixedWindow', 'tokenBucket'] as const;

const titles = [
	...['Workers', 'Limit', 'Window', '`Retry-After`', 'Not sent', 'Share of the limit'],
	...['Minimum', '429s', 'Broken promises'],
];

/** The scenarios of the table in docs/internals/rate-limiting.md. */
function* scenarios(): Generator<Scenario> {
	for (const retryAfter of ['none', 'seconds'] as const) {
		for (const one of semantics) {
			const conditions = { ...usualConditions, semantics: one, retryAfter };
			for (const workers of [1, 3, 10, 20, 50, 100]) {
				yield { workers, conditions, operation: 'send', items: 12_000 };
			}
		}
		for (const workers of [1, 10, 20, 50]) {
			const conditions = { ...usualConditions, retryAfter };
			yield { workers, conditions, operation: 'update', items: 1_000 };
		}
	}
}

/**
 * Prints promises and throughput of several workers that share a token.
 *
 * @param seeds the number of simulations of each row
 * @param folder the folder of the package's code
 */
export async function printWorkers(seeds: number, folder: string): Promise<void> {
	const rows: string[][] = [];
	for (const scenario of scenarios()) {
		const figures: Figures[] = [];
		for (let seed = 1; seed <= seeds; seed += 1) {
			figures.push(await figuresOf(scenario, seed, folder));
		}
		const { workers, conditions, operation } = scenario;
		const limit =
			operation === 'send'
				? `${String(conditions.messagesPerSecond)}/s`
				: `${String(conditions.contactRequestsPerMinute)}/min`;
		const { semantics: window, retryAfter } = conditions;
		rows.push([String(workers), limit, window, retryAfter, ...cells(figures)]);
		console.error(rows.at(-1)?.join(' '));
	}
	console.log(table(titles, rows));
}
