import { percent, table } from '../table';
import { type Campaign, type CampaignResult, simulate } from './campaign';
import { type Mechanism, mechanisms, withoutMechanism } from './mechanisms';
import type { SimulatedConditions } from './simulatedService';
import { mean, standardError } from './statistics';

/** A campaign that is simulated with and without each mechanism. */
interface Scenario {
	/** Identifies the scenario in the table. */
	id: string;
	name: string;
	campaign: Campaign;
}

/** Each scenario is simulated once per seed, because workers share a limit at random. */
const seeds = [1, 2, 3, 4];

/** The minimum significant change, in standard errors of the mean. */
const minStandardErrors = 3;

/** The minimum cost, as a share of the limit or in milliseconds, that justifies a mechanism. */
const minCost = { share: 0.01, waitMs: 200 } as const;

const minute = { limit: 100, windowMs: 60_000 };
const noHeader = { retryAfter: 'none' } as const;

/** n8n's event loop is busy for 2 ms before each request, and for 2 ms with its response. */
const busy = { limit: 250, startCostMs: 2, responseCostMs: 2 };

function responsesAfter(ms: number): Pick<SimulatedConditions, 'responseDelay'> {
	return { responseDelay: { from: ms, to: ms * 1.2 } };
}

/** Changes the limit of 25 after 10 seconds for a number of seconds. */
function limitOf(limit: number, seconds: number): Pick<SimulatedConditions, 'limitChanges'> {
	return {
		limitChanges: [
			{ from: 10_000, limit },
			{ from: 10_000 + seconds * 1_000, limit: 25 },
		],
	};
}

/** Returns scenarios with numbered IDs. */
function series(
	letter: string,
	scenarios: ReadonlyArray<[name: string, campaign: Campaign]>,
): Scenario[] {
	return scenarios.map(([name, campaign], index) => ({
		id: `${letter}${String(index + 1)}`,
		name,
		campaign,
	}));
}

const alone = series('A', [
	['Sliding window', { messages: 400 }],
	['Fixed window', { messages: 400, semantics: 'fixedWindow' }],
	['Token bucket', { messages: 400, semantics: 'tokenBucket' }],
	['Responses after 50 ms', { messages: 400, ...responsesAfter(50) }],
	['Responses after 500 ms', { messages: 400, ...responsesAfter(500) }],
	['Network jitter of 30 ms', { messages: 1_000, networkDelay: { from: 0, to: 30 } }],
	['n8n writes requests 5 to 60 ms late', { messages: 1_000, writeDelay: { from: 5, to: 60 } }],
	['100 requests a minute', { messages: 500, ...minute }],
	['Limit of 12 for a minute', { messages: 1_500, ...limitOf(12, 60) }],
	[
		'Limit of 12 for a minute, no `Retry-After`',
		{ messages: 1_500, ...limitOf(12, 60), ...noHeader },
	],
	['Blocked for a minute', { messages: 1_000, ...limitOf(0, 60) }],
	['Blocked for a minute, no `Retry-After`', { messages: 1_000, ...limitOf(0, 60), ...noHeader }],
	['Another system sends 5 a second', { messages: 1_000, otherRequestsPerSecond: 5 }],
	[
		'Limit of 10, and a second credential with 25',
		{ messages: 400, limit: 10, limitPerWorker: 25, executions: 2, credentialLimits: [25, 10] },
	],
	['Half of the messages were sent before', { messages: 1_200, skippedFraction: 0.5 }],
]);

const threeWorkers = series('B', [
	['3 workers', { messages: 1_500, workers: 3 }],
	['3 workers, no `Retry-After`', { messages: 1_500, workers: 3, ...noHeader }],
	['3 workers, responses after 50 ms', { messages: 1_500, workers: 3, ...responsesAfter(50) }],
	['3 workers, responses after 500 ms', { messages: 1_500, workers: 3, ...responsesAfter(500) }],
	['3 workers, limit of 12 for a minute', { messages: 1_500, workers: 3, ...limitOf(12, 60) }],
	['3 workers, 100 requests a minute', { messages: 600, workers: 3, ...minute }],
]);

const tenWorkers = series('C', [
	['10 workers', { messages: 2_000, workers: 10 }],
	['10 workers, no `Retry-After`', { messages: 2_000, workers: 10, ...noHeader }],
]);

const hundredWorkers = series('D', [
	['100 workers', { messages: 2_000, workers: 100 }],
	['100 workers, no `Retry-After`', { messages: 2_000, workers: 100, ...noHeader }],
]);

/** Single messages next to a number of campaigns. */
function singles(letter: string, executions: number): Scenario[] {
	const next = `Single messages next to ${String(executions)}`;
	return series(letter, [
		[next, { messages: 1_500, executions, singleIntervalMs: 1_000 }],
		[
			`${next}, 100 requests a minute`,
			{ messages: 800, executions, singleIntervalMs: 5_000, ...minute },
		],
		[
			`${next}, 250 a second, n8n busy`,
			{ messages: 2_500, executions, singleIntervalMs: 100, ...busy },
		],
		[
			`${next}, blocked for 5 minutes, no \`Retry-After\``,
			{
				messages: 1_000,
				executions,
				singleIntervalMs: 2_000,
				singlesUntilMs: 330_000,
				...limitOf(0, 300),
				...noHeader,
			},
		],
	]);
}

const nextToOne = singles('E', 1);
const nextToTwenty = singles('F', 20);

/** More single messages than the limit allows, for a minute. */
const besidesMany = series('G', [
	[
		'A campaign next to 30 single messages a second for a minute',
		{ messages: 200, singleIntervalMs: 33, singlesUntilMs: 60_000 },
	],
]);

const withSingles = [...nextToOne, ...nextToTwenty];
/** All scenarios of one worker, except outages, which have no throughput. */
const oneWorker = [...alone, ...withSingles.filter(({ campaign }) => !campaign.limitChanges)];
const scenarios = [
	...alone,
	...threeWorkers,
	...tenWorkers,
	...hundredWorkers,
	...withSingles,
	...besidesMany,
];

/** A figure of a campaign that can depend on a mechanism. */
interface Figure {
	of: (result: CampaignResult) => number;
	/** 1 if more is worse, -1 if less is worse. */
	worse: 1 | -1;
	format: (value: number) => string;
	isCostly: (worsening: number) => boolean;
}

const share: Figure = {
	of: ({ shareOfLimit }) => shareOfLimit,
	worse: -1,
	format: (value) => (value * 100).toFixed(1),
	isCostly: (worsening) => worsening >= minCost.share,
};

const rejected: Figure = {
	of: ({ rejectedShare }) => rejectedShare,
	worse: 1,
	format: (value) => (value * 100).toFixed(1),
	isCostly: (worsening) => worsening > 0,
};

const singleWait: Figure = {
	of: ({ singleWaitMs }) => singleWaitMs,
	worse: 1,
	format: (value) => (value / 1_000).toFixed(2),
	isCostly: (worsening) => worsening >= minCost.waitMs,
};

const duration: Figure = { ...singleWait, of: ({ firstDoneSeconds }) => firstDoneSeconds * 1_000 };
const delay: Figure = { ...singleWait, of: ({ maxDelayMs }) => maxDelayMs };

const notSent: Figure = {
	of: ({ failed }) => failed,
	worse: 1,
	format: (value) => value.toFixed(0),
	isCostly: (worsening) => worsening > 0,
};

/** The columns of the table: the worst change of a figure in a group of scenarios. */
const columns: ReadonlyArray<[title: string, Figure, readonly Scenario[]]> = [
	['Alone, pp', share, oneWorker],
	['3 workers, pp', share, threeWorkers],
	['10 workers, pp', share, tenWorkers],
	['100 workers, pp', share, hundredWorkers],
	['429s, pp', rejected, scenarios],
	['Wait next to 1, s', singleWait, nextToOne],
	['Wait next to 20, s', singleWait, nextToTwenty],
	['Campaign, s', duration, besidesMany],
	['Event loop, s', delay, withSingles],
	['Not sent', notSent, scenarios],
];

type Results = ReadonlyMap<Scenario, readonly CampaignResult[]>;

async function simulateAll(mechanism?: Mechanism): Promise<Results> {
	const results = new Map<Scenario, readonly CampaignResult[]>();
	for (const scenario of scenarios) {
		const ofSeeds: CampaignResult[] = [];
		for (const seed of seeds) {
			const campaign = { ...scenario.campaign, ...mechanism?.campaign, seed };
			ofSeeds.push(await simulate(campaign));
		}
		results.set(scenario, ofSeeds);
	}
	return results;
}

/** Returns how much worse a figure is without a mechanism, or 0 if the change may be noise. */
function worseningOf(figure: Figure, scenario: Scenario, before: Results, after: Results): number {
	const others = after.get(scenario) ?? [];
	const differences = (before.get(scenario) ?? []).map(
		(result, index) => figure.worse * (figure.of(others[index] ?? result) - figure.of(result)),
	);
	const average = mean(differences);
	return Math.abs(average) > minStandardErrors * standardError(differences) ? average : 0;
}

/** Prints the cost of removing each mechanism of the rate limiter. */
export async function printAblation(): Promise<void> {
	const before = await simulateAll();
	const worstOf = (figure: Figure, candidates: readonly Scenario[]): string => {
		const values = candidates.map((scenario) => mean((before.get(scenario) ?? []).map(figure.of)));
		return figure.format(figure.worse === 1 ? Math.max(...values) : Math.min(...values));
	};
	const rows: (readonly string[])[] = [
		['Nothing', ...columns.map(([, figure, candidates]) => worstOf(figure, candidates)), ''],
	];
	for (const mechanism of mechanisms) {
		const after = await withoutMechanism(mechanism, async () => await simulateAll(mechanism));
		const cells = columns.map(([, figure, candidates]) => {
			const [worst] = candidates
				.map((scenario) => ({
					id: scenario.id,
					change: worseningOf(figure, scenario, before, after),
				}))
				.sort((a, b) => b.change - a.change);
			if (worst === undefined || !figure.isCostly(worst.change)) return '';
			const sign = figure.worse === 1 ? '+' : '−';
			return `${sign}${figure.format(worst.change)} ${worst.id}`;
		});
		const isWorse = cells.some((cell) => cell !== '');
		rows.push([mechanism.name, ...cells, isWorse ? 'stays' : 'no difference']);
	}
	const titles = ['Removed', ...columns.map(([title]) => title), 'By the rule'];
	console.log(`${table(titles, rows)}\n`);
	const figureRows = scenarios.map((scenario) => {
		const results = before.get(scenario) ?? [];
		const hasSingles = withSingles.includes(scenario) || besidesMany.includes(scenario);
		return [
			scenario.id,
			scenario.name,
			withSingles.includes(scenario) && !oneWorker.includes(scenario)
				? ''
				: percent(mean(results.map(share.of))),
			percent(mean(results.map(rejected.of))),
			hasSingles ? singleWait.format(mean(results.map(singleWait.of))) : '',
			notSent.format(mean(results.map(notSent.of))),
		];
	});
	console.log(table(['', 'Scenario', 'Share', '429s', 'Wait, s', 'Not sent'], figureRows));
}
