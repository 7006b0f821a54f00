import { access, appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { name } from '../../../package.json';
import { deleteTarball, packPackage } from '../../../test/support/n8n';
import { installedN8n } from '../../../test/support/fixtures/testEnvironment';
import { percent, table } from '../../table';
import { largeCampaign, summarizeDelivery } from '../../../test/n8n/queue/campaign';
import {
	messagesPerSecond,
	startQueueMode,
	type QueueModeOptions,
} from '../../../test/n8n/queue/queueMode';

/** A way in which the workers may share one token. */
type Way = Omit<QueueModeOptions, 'release' | 'tarball'>;

/** Added to the node's limit: no refusal lowers it, so each worker takes the whole for itself. */
const wholeLimit = `
exports.AdaptiveLimit = class extends exports.AdaptiveLimit {
	refused() {}
};
`;

async function withoutAdaptation(userFolder: string): Promise<void> {
	const installed = join(userFolder, '.n8n', 'nodes', 'node_modules', name);
	const file = join(installed, 'dist/nodes/ChannelMessaging/rateLimit/adaptiveLimit.js');
	// Writing a file that nobody reads would measure the wrong thing.
	await access(file);
	await appendFile(file, wholeLimit);
}

/** The ways that docs/internals/scaling.md compares. */
const ways: Readonly<Record<string, Way>> = {
	'each worker finds its share': {},
	'each worker at a fixed third': { messagesPerSecond: Math.floor(messagesPerSecond / 3) },
	'no adaptation: each worker at the whole limit': { prepare: withoutAdaptation },
};

const titles = [
	...['three workers', 'messages', 'twice', 'a second'],
	...['of the limit', '429s', 'of calls', 'failed executions'],
];

/** One row of the table. */
async function measure(title: string, parts: QueueModeOptions): Promise<readonly string[]> {
	const queueMode = await startQueueMode(parts);
	try {
		const executions = await (await queueMode.startCampaign(largeCampaign)).waitForEnd();
		const { statistics, duplicates, rejectedRatio } = summarizeDelivery(queueMode.service);
		const { accepted, rateLimited, messagesPerSecond: pace } = statistics;
		return [
			title,
			String(accepted),
			String(duplicates.length),
			pace.toFixed(1),
			percent(pace / messagesPerSecond, 0),
			String(rateLimited),
			percent(rejectedRatio),
			String(executions.filter(({ status }) => status !== 'success').length),
		];
	} finally {
		await queueMode.close();
	}
}

/** Prints what three real workers of n8n make of one token, in each of the ways. */
async function main(): Promise<void> {
	const release = await installedN8n();
	const tarball = await packPackage();
	try {
		const rows: (readonly string[])[] = [];
		for (const [title, way] of Object.entries(ways)) {
			rows.push(await measure(title, { release, tarball, ...way }));
		}
		console.log(table(titles, rows));
	} finally {
		await deleteTarball(tarball);
	}
}

main().catch((failure: unknown) => {
	console.error(failure instanceof Error ? failure.message : failure);
	process.exitCode = 1;
});
