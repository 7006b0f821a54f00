import { access, appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { name } from '../../package.json';
import type { AdaptiveLimit } from '../../nodes/ChannelMessaging/rateLimit/adaptiveLimit';
import { percent, table } from '../table';
import { largeCampaign, summarizeDelivery } from '../../test/n8n/queue/campaign';
import {
	messagesPerSecond,
	startQueueMode,
	type QueueModeOptions,
} from '../../test/n8n/queue/queueMode';

/** The method that lowers the limit after a 429 response. */
const adaptation: keyof AdaptiveLimit = 'rejected';
/** Appended to the compiled rate limit. Disables the adaptation. */
const fixedLimit = `
exports.AdaptiveLimit = class extends exports.AdaptiveLimit {
	${adaptation}() {}
};
`;

async function withoutAdaptation(userFolder: string): Promise<void> {
	const installed = join(userFolder, '.n8n', 'nodes', 'node_modules', name);
	const file = join(installed, 'dist/nodes/ChannelMessaging/rateLimit/adaptiveLimit.js');
	// Otherwise, a renamed file would make this a measurement with adaptation.
	await access(file);
	await appendFile(file, fixedLimit);
}

/** The configurations that docs/internals/scaling.md compares. */
const ways: Readonly<Record<string, QueueModeOptions>> = {
	'Adaptive shares': {},
	'A fixed third for each worker': { messagesPerSecond: Math.floor(messagesPerSecond / 3) },
	'The full limit for each worker': { prepare: withoutAdaptation },
};

const titles = [
	...['Three workers', 'Messages', 'Duplicates', 'Per second'],
	...['Of the limit', '429s', 'Of the requests', 'Failed executions'],
];

/** Runs one campaign, and returns a row of the table. */
async function measure(title: string, options: QueueModeOptions): Promise<readonly string[]> {
	const queueMode = await startQueueMode(options);
	try {
		const executions = await (await queueMode.startCampaign(largeCampaign)).waitForEnd();
		const { statistics, duplicates, rejectedRatio } = summarizeDelivery(queueMode.service);
		const { accepted, rateLimited, messagesPerSecond: rate } = statistics;
		return [
			title,
			String(accepted),
			String(duplicates.length),
			rate.toFixed(1),
			percent(rate / messagesPerSecond, 0),
			String(rateLimited),
			percent(rejectedRatio),
			String(executions.filter(({ status }) => status !== 'success').length),
		];
	} finally {
		await queueMode.close();
	}
}

/** Measures a large campaign with three workers in each configuration. */
async function main(): Promise<void> {
	const rows: (readonly string[])[] = [];
	for (const [title, way] of Object.entries(ways)) rows.push(await measure(title, way));
	console.log(table(titles, rows));
}

main().catch((failure: unknown) => {
	console.error(failure instanceof Error ? failure.message : failure);
	process.exitCode = 1;
});
