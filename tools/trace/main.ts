import { Session } from 'node:inspector/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { INodeType } from 'n8n-workflow';

import { sendText } from '../../test/support/fixtures/parameters';
import { repository } from '../../test/support/repository';
import { type Service, startService } from '../../test/support/service';
import { unlimitedCredential } from '../../test/workflows/engine/credentials';
import { channelMessagingType, nodeTypes } from '../../test/workflows/engine/nodeTypes';
import { runNode } from '../../test/workflows/engine/runNode';
import createUserFolder from '../../test/workflows/engine/setup';
import removeUserFolder from '../../test/workflows/engine/teardown';
import { inCallOrder, type RunFunction } from './callOrder';

const folder = join(repository, 'dist', 'nodes', 'ChannelMessaging');

/**
 * Makes n8n's engine execute the published code, which has one function per function of the source.
 */
async function usePublishedNode(): Promise<void> {
	const module = (await import(join(folder, 'ChannelMessaging.node.js'))) as {
		ChannelMessaging: new () => INodeType;
	};
	const node = new module.ChannelMessaging();
	const getByNameAndVersion = nodeTypes.getByNameAndVersion.bind(nodeTypes);
	nodeTypes.getByNameAndVersion = (name, version) =>
		name === channelMessagingType ? node : getByNameAndVersion(name, version);
}

/** Sends one text message to a contact by ID. Returns the package's stack at n8n's HTTP helper. */
async function sendMessage(service: Service): Promise<string[]> {
	let stack = '';
	const { status } = await runNode({
		parameters: sendText(),
		items: [{ contactId: '1', text: 'Hi' }],
		credential: unlimitedCredential(service),
		beforeRequest(request) {
			Error.stackTraceLimit = Infinity;
			stack = new Error('The stack of this request').stack ?? '';
			return request;
		},
	});
	if (status !== 'success') throw new Error(`The execution ended with the status ${status}`);
	return stack.split('\n').filter((line) => line.includes(folder));
}

/** Returns the functions of the package that ran during an action. */
async function functionsOf(action: () => Promise<unknown>): Promise<RunFunction[]> {
	const session = new Session();
	session.connect();
	await session.post('Profiler.enable');
	await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
	await action();
	const { result } = await session.post('Profiler.takePreciseCoverage');
	session.disconnect();
	return result
		.filter(({ url }) => url.startsWith('file:') && fileURLToPath(url).startsWith(folder))
		.flatMap(({ functions, scriptId, url }) =>
			functions.flatMap(({ functionName, ranges: [range] }) =>
				range === undefined || range.count === 0
					? []
					: [{ scriptId, url, name: functionName || '(anonymous)', offset: range.startOffset }],
			),
		);
}

/** Prints the files and functions that run for one message, in the order of their first calls. */
async function main(): Promise<void> {
	await createUserFolder();
	await usePublishedNode();
	const service = await startService({
		limits: { messagesPerSecond: null, contactRequestsPerMinute: null },
		acceptUnknownContacts: true,
	});
	// The first message also loads modules.
	const stack = await sendMessage(service);
	const functions = await functionsOf(async () => await sendMessage(service));
	const ordered = await inCallOrder(functions, async () => await sendMessage(service));
	await service.close();
	await removeUserFolder();

	let lastFile: string | undefined;
	for (const { name, url } of ordered) {
		const file = relative(folder, fileURLToPath(url)).replace(/\.js$/, '.ts');
		if (file !== lastFile) console.log(file);
		lastFile = file;
		console.log(`\t${name}`);
	}
	console.log("\nThe stack at n8n's HTTP helper:");
	for (const line of stack) console.log(line.replace(`${folder}/`, ''));
	const files = new Set(functions.map(({ url }) => url)).size;
	console.log(
		`\n${String(files)} files, ${String(functions.length)} functions, ${String(stack.length)} stack frames`,
	);
}

// The timers of n8n's engine would keep the process running.
void main().then(
	() => process.exit(0),
	(error: unknown) => {
		console.error(error);
		process.exit(1);
	},
);
