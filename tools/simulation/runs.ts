import { percent, table } from '../table';
import { type Campaign, type CampaignResult, simulate } from './campaign';
import { mean } from './statistics';

/** A campaign of two minutes: 20 executions on three workers. */
const campaign = { messages: 3_000, workers: 3 } as const satisfies Campaign;

/** The possible numbers of executions per worker. */
const distributions = [
	[7, 7, 6],
	[7, 6, 7],
	[6, 7, 7],
] as const;

/** The possible times between the starts of two workers, in milliseconds. */
const startIntervalsMs = [0, 100, 170, 250];

/** The target for three workers: a minimum share of the limit, and a maximum of 429s. */
const target = { shareOfLimit: 0.88, rejectedShare: 0.035 } as const;

const seedCount = 16;

const conditions: ReadonlyArray<[string, Partial<Campaign>]> = [
	['Responses after 150 to 250 ms', {}],
	['Responses after 20 to 30 ms', { responseDelay: { from: 20, to: 30 } }],
	['30 ms of network jitter', { networkDelay: { from: 0, to: 30 } }],
];

/** The campaign with each distribution, start interval, and seed. */
const campaigns: readonly Campaign[] = distributions.flatMap((executions) =>
	startIntervalsMs.flatMap((startIntervalMs) =>
		Array.from({ length: seedCount }, (_, index) => {
			return { ...campaign, executions, startIntervalMs, seed: index + 1 };
		}),
	),
);

function quantile(numbers: readonly number[], fraction: number): number {
	const sorted = [...numbers].sort((a, b) => a - b);
	return sorted[Math.floor(fraction * sorted.length)] ?? 0;
}

const titles = [
	...['Conditions', 'Mean share', '10th percentile', 'Minimum'],
	...['Mean of 429s', 'Maximum of 429s', 'Runs on target'],
];

/** Prints the variation between runs in docs/internals/scaling.md. */
export async function printRuns(): Promise<void> {
	const rows: (readonly string[])[] = [];
	for (const [name, condition] of conditions) {
		const results: CampaignResult[] = [];
		for (const one of campaigns) results.push(await simulate({ ...one, ...condition }));
		const shares = results.map(({ shareOfLimit }) => shareOfLimit);
		const rejected = results.map(({ rejectedShare }) => rejectedShare);
		const onTarget = results.filter(
			({ shareOfLimit, rejectedShare }) =>
				shareOfLimit >= target.shareOfLimit && rejectedShare <= target.rejectedShare,
		);
		rows.push([
			name,
			percent(mean(shares)),
			percent(quantile(shares, 0.1)),
			percent(Math.min(...shares)),
			percent(mean(rejected)),
			percent(Math.max(...rejected)),
			percent(onTarget.length / campaigns.length),
		]);
	}
	console.log(table(titles, rows));
}
