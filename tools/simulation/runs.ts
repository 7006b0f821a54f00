import { percent, table } from '../table';
import { type Campaign, type CampaignResult, simulate } from './campaign';

/** The campaign of `npm run test:queue`: 20 executions with 3,000 messages on three workers. */
const campaign = { messages: 3_000, workers: 3 } as const satisfies Campaign;

/** How n8n may hand the executions to the workers. */
const handedOut = [
	[7, 7, 6],
	[7, 6, 7],
	[6, 7, 7],
] as const;

/** How much later each worker starts than the one before, in milliseconds. */
const startsApart = [0, 100, 170, 250];

/** What each campaign of two minutes is to reach: a part of the limit, and of refused calls. */
const aim = { partOfLimit: 0.88, refusedShare: 0.035 } as const;

const seedsEach = 16;

const conditions: ReadonlyArray<[string, Partial<Campaign>]> = [
	['answers of 150 to 250 ms', {}],
	['answers of 20 to 30 ms', { answer: { from: 20, to: 30 } }],
	['30 ms of jitter', { network: { from: 0, to: 30 } }],
];

function mean(numbers: readonly number[]): number {
	return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

/** The number that a part of all numbers is below. */
function quantile(numbers: readonly number[], part: number): number {
	const sorted = [...numbers].sort((one, other) => one - other);
	return sorted[Math.floor(part * sorted.length)] ?? 0;
}

/** Every run that a campaign may take: by hand-outs, orders of start, and chance. */
function allRuns(): readonly Campaign[] {
	const seeds = Array.from({ length: seedsEach }, (_, index) => index + 1);
	return handedOut.flatMap((executions) =>
		startsApart.flatMap((apart) =>
			seeds.map((seed) => ({ ...campaign, executions, startsApart: apart, seed })),
		),
	);
}

const titles = [
	...['conditions', 'share, mean', 'a tenth of runs below', 'lowest'],
	...['429s of calls, mean', 'highest', 'runs at the aim'],
];

/** Prints how much the runs of one campaign differ, where three workers share a token. */
export async function printRuns(): Promise<void> {
	const runs = allRuns();
	const rows: (readonly string[])[] = [];
	for (const [name, condition] of conditions) {
		const results: CampaignResult[] = [];
		for (const run of runs) results.push(await simulate({ ...run, ...condition }));
		const shares = results.map(({ shareOfLimit }) => shareOfLimit);
		const refused = results.map(({ refusedShare }) => refusedShare);
		const atAim = results.filter(
			({ shareOfLimit, refusedShare }) =>
				shareOfLimit >= aim.partOfLimit && refusedShare <= aim.refusedShare,
		);
		rows.push([
			name,
			percent(mean(shares)),
			percent(quantile(shares, 0.1)),
			percent(Math.min(...shares)),
			percent(mean(refused)),
			percent(Math.max(...refused)),
			percent(atAim.length / runs.length),
		]);
	}
	console.log(
		`${String(campaign.messages)} messages from three workers, ${String(runs.length)} runs each.`,
	);
	console.log(`\n${table(titles, rows)}`);
}
