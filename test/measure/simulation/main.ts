import { parseArgs } from 'node:util';

import { type Campaign, simulate } from './campaign';
import { printPolls } from './polls';
import { printRuns } from './runs';
import { printWorkers } from './workers';

const jitter = { from: 0, to: 30 };
const second = { from: 1_000, to: 1_000 };
const minute = { limit: 100, windowMilliseconds: 60_000 };

const campaigns: ReadonlyArray<[string, Campaign]> = [
	['100,000 messages, sliding window', { messages: 100_000 }],
	['100,000 messages, fixed window', { messages: 100_000, semantics: 'fixedWindow' }],
	['100,000 messages, token bucket', { messages: 100_000, semantics: 'tokenBucket' }],
	['100,000 messages, 4 executions at once', { messages: 100_000, executions: 4 }],
	['100,000 messages, 30 ms of jitter', { messages: 100_000, network: jitter }],
	['1,000 messages, sliding window', { messages: 1_000 }],
	['1,000 messages, fixed window', { messages: 1_000, semantics: 'fixedWindow' }],
	['1,000 messages, token bucket', { messages: 1_000, semantics: 'tokenBucket' }],
	['1,000 messages, answers of 1 s', { messages: 1_000, answer: second }],
	[
		'1,000 messages, answers of 1 s, 2 executions',
		{ messages: 1_000, answer: second, executions: 2 },
	],
	['1,000 messages, 30 ms of jitter', { messages: 1_000, network: jitter }],
	['1,000 contact calls, 100 a minute', { messages: 1_000, ...minute }],
	['100,000 messages, 3 workers', { messages: 100_000, workers: 3 }],
	[
		'100,000 messages, 3 workers, no Retry-After',
		{ messages: 100_000, workers: 3, retryAfter: 'none' },
	],
	['100,000 messages, 10 workers', { messages: 100_000, workers: 10 }],
	['100,000 messages, others send 5 a second', { messages: 100_000, othersPerSecond: 5 }],
	['100,000 messages, others send 15 a second', { messages: 100_000, othersPerSecond: 15 }],
];

const usage = `npm run simulate -- [options]

  --workers   compares how several workers with the same token share it, by the ways of sharing
  --runs      how much the runs of a campaign of two minutes differ, on three workers
  --polls     how long polls of the trigger take, by how many contacts match
  --help      this text`;

const seed = 1;

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			workers: { type: 'boolean' },
			runs: { type: 'boolean' },
			polls: { type: 'boolean' },
			help: { type: 'boolean' },
		},
	});
	if (values.help === true) console.log(usage);
	else if (values.workers === true) await printWorkers({}, seed);
	else if (values.polls === true) await printPolls();
	else if (values.runs === true) await printRuns();
	else await printCampaigns();
}

/** Prints what the node's delivery does with campaigns of real size, in virtual time. */
async function printCampaigns(): Promise<void> {
	console.log(
		`Simulated with seed ${String(seed)}. The share is of what the limit allows in all.\n`,
	);
	console.log('| campaign | seconds | a second | share | 429s | of calls | not sent |');
	console.log('| --- | ---: | ---: | ---: | ---: | ---: | ---: |');
	for (const [name, campaign] of campaigns) {
		const result = await simulate({ ...campaign, seed });
		const cells = [
			name,
			result.seconds.toFixed(1),
			result.messagesPerSecond.toFixed(2),
			`${(result.shareOfLimit * 100).toFixed(1)}%`,
			String(result.refused),
			`${(result.refusedShare * 100).toFixed(2)}%`,
			String(result.failed),
		];
		console.log(`| ${cells.join(' | ')} |`);
	}
}

void main();
