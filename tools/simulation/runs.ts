import { percent, table } from '../table';
import { type Campaign, type CampaignResult, simulate } from './campaign';

/** The campaign of `npm run test:queue`: 20 executions with 3,000 messages on three workers. */
const campaign = { messages: 3_000, workers: 3 } as const satisfies Campaign;

/** The possible numbers of executions per worker. */
const distributions = [
	[7, 7, 6],
	[7, 6, 7],
	[6, 7, 7],
] as const;

/** The possible times between the starts of two workers, in milliseconds. */
const startIntervalsMs = [0, 100, 170, 250];

/** The target of `npm run test:queue`: a minimum share of the limit, and a maximum of 429s. */
const target = { shareOfLimit: 0.88, rejectedShare: 0.035 } as const;

const seedCount = 16;

const conditions: ReadonlyArray<[string, Partial<Campaign>]> = [
	['responses after 150 to 250 ms', {}],
	['responses after 20 to 30 ms', { responseDelay: { from: 20, to: 30 } }],
	['30 ms of network jitter', { networkDelay: { from: 0, to: 30 } }],
];

function mean(numbers: readonly number[]): number {
	return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

function quantile(numbers: readonly number[], fraction: number): number {
	const sorted = [...numbers].sort((a, b) => a - b);
	return sorted[Math.floor(fraction * sorted.length)] ?? 0;
}

/** Returns the campaign with each distribution, start interval, and seed. */
function allCampaigns(): readonly Campaign[] {
	const seeds = Array.from({ length: seedCount }, (_, index) => index + 1);
	return distributions.flatMap((executions) =>
		startIntervalsMs.flatMap((startIntervalMs) =>
			seeds.map((seed) => ({ ...campaign, executions, startIntervalMs, seed })),
		),
	);
}

const titles = [
	...['conditions', 'share, mean', '10th percentile', 'lowest'],
	...['429s, mean', 'highest', 'on target'],
];

/** Prints the variation of one campaign on three workers with the same token. */
export async function printRuns(): Promise<void> {
	const campaigns = allCampaigns();
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
	console.log(
		`${String(campaign.messages)} messages from three workers, simulated ${String(campaigns.length)} times.`,
	);
	console.log(`\n${table(titles, rows)}`);
}
