import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
	cacheFolder,
	currentRelease,
	freePort,
	installedPackageFolder,
	installPackage,
	installRelease,
	loopback,
	N8nClient,
	owner,
	type RunningN8n,
	runNpm,
	startN8n,
	type StoredCredential,
	withFileLock,
} from '../../test/support/n8n';
import { repository } from '../../test/support/repository';
import { credentialDataOf } from '../../test/support/fixtures/testEnvironment';
import { type Service, startService } from '../../test/support/service';
import { type Example, provideExamples } from './exampleWorkflows';
import { reloadEnvironment, watchPackage } from './watchPackage';

const flag = { type: 'boolean', default: false } as const;
/**
 * `--once` uses a new folder, and stops after the first message. `--watch` compiles changed sources
 * and reloads the node.
 */
const { values: flags } = parseArgs({ options: { once: flag, watch: flag } });

const n8nPort = 5678;
const servicePort = 4010;
/**
 * `.vscode/launch.json` attaches to this address. If the port is in use, n8n starts without a
 * debugger.
 */
const inspect = `--inspect=${loopback}:9229`;
/** The example that runs at each start. */
const firstExample = 'send-a-welcome-message';
/** n8n's default name for the first credential of this type. */
const credentialName = 'Channel Messaging account';

const stopping = new AbortController();
const { signal } = stopping;

async function startN8nWithPackage(userFolder: string): Promise<RunningN8n> {
	const release = await installRelease(currentRelease, signal);
	console.log('Starting n8n with the node …');
	await installPackage(userFolder);
	const port = await freePort(n8nPort);
	const watching = { environment: reloadEnvironment, nodeOptions: [inspect] };
	return await startN8n({ release, port, signal, userFolder, ...(flags.watch && watching) });
}

async function signIn(n8n: N8nClient, folder: string): Promise<void> {
	try {
		await n8n.setUpOwner().catch(() => n8n.signIn());
	} catch {
		throw new Error(
			`Can't sign in to n8n. If you changed its password, delete ${folder} to start over.`,
		);
	}
}

/** Creates the credential, or updates its URL and token, which change at each start. */
async function provideCredential(n8n: N8nClient, service: Service): Promise<StoredCredential> {
	const data = credentialDataOf(service);
	const credential = { name: credentialName, type: 'channelMessagingApi', data };
	const existing = (await n8n.listCredentials()).find(({ name }) => name === credentialName);
	return existing === undefined
		? await n8n.createCredential(credential)
		: await n8n.updateCredential(existing.id, credential);
}

/** Runs an example. Throws unless the service receives exactly one message. */
async function sendFirstMessage(n8n: N8nClient, service: Service, { id, name }: Example) {
	console.log(`Running "${name}" …`);
	const before = service.messages.length;
	const { error, status } = await n8n.runWorkflow(await n8n.getWorkflow(id));
	const received = service.messages.slice(before);
	for (const { contactId, item } of received) {
		console.log(`  The service received, for contact ${contactId}: ${JSON.stringify(item)}`);
	}
	if (status !== 'success' || received.length !== 1) {
		const reason = error?.message ?? `${String(received.length)} messages arrived instead of one`;
		throw new Error(`"${name}" ended as ${status}: ${reason}`);
	}
	console.log('  The message arrived exactly once.');
}

/** Adds the custom fields that the trigger's examples and placeholders mention. */
function addTriggerFields({ contacts }: Service): void {
	const cities = ['Lugo', 'Porto', 'Lyon'];
	for (const [index, { id }] of contacts.all().entries()) {
		contacts.update(id, [
			{ name: 'city', value: cities[index % cities.length] ?? '' },
			{ name: 'status', value: index % 3 === 0 ? 'lead' : 'customer' },
		]);
	}
}

function printInstructions(
	n8nUrl: string,
	service: Service,
	first: Example,
	examples: readonly Example[],
	userFolder: string,
): void {
	const link = ({ id, name }: Example) => `${n8nUrl}/workflow/${id}   ${name}`;
	const campaign = examples.find(({ name }) => name === 'Campaign from a CSV file');
	const others = examples.filter((example) => example !== first && example !== campaign);
	const contacts = service.contacts.all().slice(0, 3);
	console.log(
		[
			'\nn8n and the local service are running. Press Ctrl+C to stop them.\n',
			`  n8n editor   ${n8nUrl}/`,
			`  Sign in as   ${owner.email}`,
			`  Password     ${owner.password}\n`,
			`  Start here   ${link(first)}`,
			...(campaign ? [`  Then try     ${link(campaign)}`] : []),
			`  Inbox        ${service.url}/   (messages as they arrive, and all contacts)\n`,
			'  To create a credential of your own:',
			`  Base URL     ${service.url}`,
			`  Token        ${service.token}\n`,
			...contacts.map(
				({ id, custom_fields: { firstName = '', phone = '' } }) =>
					`  Write to     ${firstName.padEnd(6)}   phone ${phone}   ID ${id}`,
			),
			'',
			...others.map((example) => `  Example      ${link(example)}`),
			'\nThe contacts are fictional, and all messages stay on this machine.',
			`Your workflows and older examples are kept, and published ones run at the next start. To delete them: ${userFolder}\n`,
		].join('\n'),
	);
}

/** Waits until the demo is stopped. Throws if n8n exits. */
async function waitForStop(n8n: RunningN8n): Promise<void> {
	signal.throwIfAborted();
	const ended = n8n.ended.then(() => {
		throw new Error(`n8n has exited. The end of its output:\n${n8n.output().slice(-2_000)}`);
	});
	await Promise.race([once(signal, 'abort'), ended]);
}

/** Builds and starts everything. Stops all processes before it returns or throws. */
async function run(userFolder: string): Promise<void> {
	const cleanup: (() => Promise<void>)[] = [];
	try {
		console.log('Building the package …');
		await runNpm(repository, ['run', 'build'], signal);
		const service = await startService({ port: await freePort(servicePort) });
		addTriggerFields(service);
		cleanup.push(() => service.close());
		const n8n = await startN8nWithPackage(userFolder);
		cleanup.push(() => n8n.stop());
		const client = new N8nClient(n8n.url);
		await signIn(client, userFolder);
		const examples = await provideExamples(client, [await provideCredential(client, service)]);
		const first = examples.find(({ folder }) => folder === firstExample);
		if (first === undefined) throw new Error(`There is no example "${firstExample}"`);
		signal.throwIfAborted();
		await sendFirstMessage(client, service, first).catch((failure: unknown) => {
			// The user may have edited the example, so n8n keeps running.
			if (flags.once) throw failure;
			printError(failure);
		});
		if (flags.once) return;
		printInstructions(n8n.url, service, first, examples, userFolder);
		if (flags.watch) {
			const compiler = watchPackage(repository, installedPackageFolder(userFolder));
			cleanup.push(() => compiler.stop());
		}
		await waitForStop(n8n);
	} finally {
		console.log('Stopping …');
		for (const step of cleanup.reverse()) await step().catch(printError);
	}
}

async function main(): Promise<void> {
	if (flags.once) {
		const folder = await mkdtemp(join(tmpdir(), 'n8n-'));
		try {
			await run(folder);
		} finally {
			await rm(folder, { recursive: true, force: true, maxRetries: 3 });
		}
		return;
	}
	const folder = join(cacheFolder(), 'demo');
	await mkdir(folder, { recursive: true });
	// Two n8n processes could corrupt the database.
	await withFileLock(
		join(folder, 'in-use.lock'),
		() => run(folder),
		() => {
			throw new Error(
				'Another "npm start" or "npm run dev" is running. Stop it first, or use --once.',
			);
		},
	);
}

function printError(failure: unknown): void {
	console.error(failure instanceof Error ? failure.message : failure);
}

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
	// `on` instead of `once`, so that a second Ctrl+C doesn't interrupt the cleanup.
	process.on(name, () => {
		stopping.abort();
	});
}

main().catch((failure: unknown) => {
	if (signal.aborted) return;
	printError(failure);
	process.exitCode = 1;
});
