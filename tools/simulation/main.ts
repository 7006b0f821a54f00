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

/** What is done with so many messages, by a name for it. */
const campaigns: ReadonlyArray<[messages: number, name: string, Omit<Campaign, 'messages'>]> = [
	[100_000, 'messages, sliding window', {}],
	[100_000, 'messages, fixed window', { semantics: 'fixedWindow' }],
	[100_000, 'messages, token bucket', { semantics: 'tokenBucket' }],
	[100_000, 'messages, 4 executions at once', { executions: 4 }],
	[100_000, 'messages, 30 ms of jitter', { network: jitter }],
	[1_000, 'messages, sliding window', {}],
	[1_000, 'messages, fixed window', { semantics: 'fixedWindow' }],
	[1_000, 'messages, token bucket', { semantics: 'tokenBucket' }],
	[1_000, 'messages, answers of 1 s', { answer: second }],
	[1_000, 'messages, answers of 1 s, 2 executions', { answer: second, executions: 2 }],
	[1_000, 'messages, 30 ms of jitter', { network: jitter }],
	[1_000, 'contact calls, 100 a minute', minute],
	[100_000, 'messages, 3 workers', { workers: 3 }],
	[100_000, 'messages, 3 workers, no Retry-After', { workers: 3, retryAfter: 'none' }],
	[100_000, 'messages, 10 workers', { workers: 10 }],
	[100_000, 'messages, others send 5 a second', { othersPerSecond: 5 }],
	[100_000, 'messages, others send 15 a second', { othersPerSecond: 15 }],
];

const usage = `npm run simulate -- [options]

  --workers   compares how several workers with the same token share it, by the ways of sharing
  --runs      how much the runs of a campaign of two minutes differ, on three workers
  --polls     how triggers that poll every minute share the contact limit
  --ablation  what each mechanism of the rate limiter is worth
  --help      this text`;

/** Prints what the node's delivery does with campaigns of real size, in virtual time. */
async function printCampaigns(): Promise<void> {
	console.log('The share is of what the limit allows in all.\n');
	const rows: (readonly string[])[] = [];
	for (const [messages, name, campaign] of campaigns) {
		const result = await simulate({ ...campaign, messages });
		rows.push([
			`${messages.toLocaleString('en')} ${name}`,
			result.seconds.toFixed(1),
			result.messagesPerSecond.toFixed(2),
			percent(result.shareOfLimit),
			String(result.refused),
			percent(result.refusedShare, 2),
			String(result.failed),
		]);
	}
	const titles = ['campaign', 'seconds', 'a second', 'share', '429s', 'of calls', 'not sent'];
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
