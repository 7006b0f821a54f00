import { parseArgs } from 'node:util';
import { percent, table } from '../table';
import { type Campaign, simulate } from './campaign';
import { printAblation } from './ablation';
import { printPolls } from './polls';
import { printRuns } from './runs';
import { printWorkers } from './workers';

const jitter = { from: 0, to: 30 };
const second = { from: 1_000, to: 1_000 };
const minute = { limit: 100, windowMs: 60_000 };

/** Campaigns, by number of messages and title. */
const campaigns: ReadonlyArray<[messages: number, name: string, Omit<Campaign, 'messages'>]> = [
	[100_000, 'messages, sliding window', {}],
	[100_000, 'messages, fixed window', { semantics: 'fixedWindow' }],
	[100_000, 'messages, token bucket', { semantics: 'tokenBucket' }],
	[100_000, 'messages, 4 executions', { executions: 4 }],
	[100_000, 'messages, 30 ms of network jitter', { networkDelay: jitter }],
	[1_000, 'messages, sliding window', {}],
	[1_000, 'messages, fixed window', { semantics: 'fixedWindow' }],
	[1_000, 'messages, token bucket', { semantics: 'tokenBucket' }],
	[1_000, 'messages, responses after 1 s', { responseDelay: second }],
	[1_000, 'messages, responses after 1 s, 2 executions', { responseDelay: second, executions: 2 }],
	[1_000, 'messages, 30 ms of network jitter', { networkDelay: jitter }],
	[1_000, 'contact requests, 100 per minute', minute],
	[100_000, 'messages, 3 workers', { workers: 3 }],
	[100_000, 'messages, 3 workers, no Retry-After', { workers: 3, retryAfter: 'none' }],
	[100_000, 'messages, 10 workers', { workers: 10 }],
	[100_000, 'messages, other requests: 5 per second', { otherRequestsPerSecond: 5 }],
	[100_000, 'messages, other requests: 15 per second', { otherRequestsPerSecond: 15 }],
];

const usage = `npm run simulate -- [options]

  --workers   the throughput of several workers with the same token
  --runs      the variation of a campaign of two minutes on three workers
  --polls     triggers that poll every minute, and executions with the same token
  --ablation  the cost of removing each mechanism of the rate limiter
  --help      this text`;

/** Prints the throughput and the 429s of campaigns in virtual time. */
async function printCampaigns(): Promise<void> {
	console.log('The share is a fraction of the limit.\n');
	const rows: (readonly string[])[] = [];
	for (const [messages, name, campaign] of campaigns) {
		const result = await simulate({ ...campaign, messages });
		rows.push([
			`${messages.toLocaleString('en')} ${name}`,
			result.seconds.toFixed(1),
			result.messagesPerSecond.toFixed(2),
			percent(result.shareOfLimit),
			String(result.rejected),
			percent(result.rejectedShare, 2),
			String(result.failed),
		]);
	}
	const titles = ['campaign', 'seconds', 'per second', 'share', '429s', '429s, share', 'not sent'];
	console.log(table(titles, rows));
}

async function main(): Promise<void> {
	const flag = { type: 'boolean' } as const;
	const { values } = parseArgs({
		options: { workers: flag, runs: flag, polls: flag, ablation: flag, help: flag },
	});
	if (values.help === true) console.log(usage);
	else if (values.workers === true) await printWorkers();
	else if (values.ablation === true) await printAblation();
	else if (values.polls === true) await printPolls();
	else if (values.runs === true) await printRuns();
	else await printCampaigns();
}

void main();
