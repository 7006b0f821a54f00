import { Readable } from 'node:stream';
import { parseArgs } from 'node:util';

import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { ChannelMessaging } from '../../nodes/ChannelMessaging/ChannelMessaging.node';
import { unlimitedCredential } from '../../test/workflows/engine/credentials';
import { channelMessagingType, nodeTypes } from '../../test/workflows/engine/nodeTypes';
import { runNode } from '../../test/workflows/engine/runNode';
import createUserFolder from '../../test/workflows/engine/setup';
import removeUserFolder from '../../test/workflows/engine/teardown';
import { table } from '../table';
import { type List, lists } from './lists';
import { watchTurns } from './turns';

const flags = {
	items: { type: 'string', default: '100000' },
	/** Only measures lists whose title contains this text. */
	list: { type: 'string', default: '' },
} as const;

/** The number of items that are handled before the measurement, so that the code is compiled. */
const warmUpItems = 2_000;

const megabyte = 2 ** 20;

const bodies: Partial<Record<number, string>> = {
	200: '{"status":"Success"}',
	401: '{"message":"Unauthenticated."}',
	403: '{"message":"Blocked"}',
};

/** Responds without a network, so that only the package's work is measured. */
function respond({ body, url }: IHttpRequestOptions, list: List, items: number) {
	// The node counts a request as written when its body is read.
	JSON.stringify(body);
	const [, contactId = ''] = /sendContent\/([^/?]+)/.exec(url) ?? [];
	const statusCode = list.statusFor(contactId, items);
	const headers = { 'content-type': 'application/json' };
	return { statusCode, headers, body: Readable.from([Buffer.from(bodies[statusCode] ?? '')]) };
}

interface Measurement {
	turns: ReturnType<ReturnType<typeof watchTurns>['end']>;
	requests: number;
	seconds: number;
	/** The memory that is still in use when the last attempt ends, including its output. */
	usedBytes: number;
	maxDescriptionLength: number;
}

/** Measures all attempts of the node's execution, without n8n's work before and after them. */
async function measure(list: List, items: number, token: string): Promise<Measurement> {
	const watch = watchTurns();
	let requests = 0;
	let seconds = 0;
	let heapBefore: number | undefined;
	let usedBytes = 0;
	const execute = async function (this: IExecuteFunctions) {
		const { helpers } = this;
		helpers.httpRequestWithAuthentication = async (_credential, options) => {
			requests += 1;
			watch.requested();
			return await Promise.resolve(respond(options, list, items));
		};
		heapBefore ??= heapInUse();
		const startedAt = performance.now();
		watch.start();
		try {
			return await ChannelMessaging.prototype.execute.call(this);
		} finally {
			watch.stop();
			seconds += (performance.now() - startedAt) / 1_000;
			usedBytes = heapInUse() - heapBefore;
		}
	};
	Object.assign(nodeTypes.getByName(channelMessagingType), { execute });
	const { error, items: outputs } = await runNode({
		credential: unlimitedCredential({ url: 'https://channel.example.com', token }),
		parameters: list.parameters,
		items: Array.from({ length: items }, (_, index) => list.itemOf(index)),
		settings: list.settings,
	});
	const maxDescriptionLength = [{ json: { error } }, ...outputs]
		.map(({ json: { error: failure } }) => descriptionOf(failure).length)
		.reduce((max, length) => Math.max(max, length), 0);
	return { turns: watch.end(), requests, seconds, usedBytes, maxDescriptionLength };
}

function heapInUse(): number {
	global.gc?.();
	return process.memoryUsage().heapUsed;
}

function descriptionOf(error: unknown): string {
	const isDescribed = typeof error === 'object' && error !== null && 'description' in error;
	return isDescribed && typeof error.description === 'string' ? error.description : '';
}

/**
 * Prints how long n8n's event loop is blocked while the node handles long lists, how much memory they
 * need, and the length of the error descriptions.
 */
async function main(): Promise<void> {
	const { values } = parseArgs({ options: flags });
	await createUserFolder();
	const rows: string[][] = [];
	for (const [number, list] of lists.entries()) {
		if (!list.title.includes(values.list)) continue;
		// Each list has its own queue.
		await measure(list, warmUpItems, `token-of-warm-up-${String(number)}`);
		global.gc?.();
		const measured = await measure(list, Number(values.items), `token-of-list-${String(number)}`);
		const { beforeMs, betweenMs, afterMs } = measured.turns;
		rows.push([
			list.title,
			...[beforeMs, betweenMs, afterMs].map((ms) => (ms === undefined ? '–' : ms.toFixed(0))),
			String(measured.requests),
			measured.seconds.toFixed(1),
			(measured.usedBytes / megabyte).toFixed(0),
			String(measured.maxDescriptionLength),
		]);
		console.error(rows.at(-1)?.join(', '));
	}
	await removeUserFolder();
	const titles = [
		'Start (ms)',
		'Requests (ms)',
		'End (ms)',
		'Requests',
		'Duration (s)',
		'Memory (MB)',
	];
	console.log(table([`${values.items} items`, ...titles, 'Longest description'], rows));
	console.log(`Memory: ${(process.memoryUsage().rss / megabyte).toFixed(0)} MB`);
}

// The timers of n8n's engine would keep the process running.
void main().then(
	() => process.exit(),
	(error: unknown) => {
		console.error(error);
		process.exit(1);
	},
);
