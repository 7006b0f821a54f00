import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
	currentRelease,
	deleteTarball,
	freePort,
	withFileLock,
	installedPackageFolder,
	type InstalledRelease,
	installRelease,
	loopback,
	N8nClient,
	owner,
	packPackage,
	type RunningN8n,
	runNpm,
	startN8n,
	type StoredCredential,
} from '../../test/support/n8n';
import { repository } from '../../test/support/repository';
import { credentialDataOf } from '../../test/support/fixtures/testEnvironment';
import { type Service, startService } from '../../test/support/service';
import { type Example, provideExamples } from './exampleWorkflows';
import { reloadEnvironment, watchPackage } from './watchPackage';

export interface DemoOptions {
	/** Whether to stop after the first message, with an error unless it arrived exactly once. */
	readonly once: boolean;
	/** Whether to compile changed sources, and to reload the node in n8n. */
	readonly watch: boolean;
	/** n8n's user folder. */
	readonly folder: string;
	/** Stops the demo. */
	readonly signal: AbortSignal;
}

const n8nPort = 5678;
const servicePort = 4010;
/** Where `.vscode/launch.json` attaches. n8n starts without a debugger if the port is in use. */
const inspect = `--inspect=${loopback}:9229`;
/** The example that runs at each start. */
const firstExample = 'send-a-welcome-message';
/** n8n's default name for the first credential of this type. */
const credentialName = 'Channel Messaging account';
/** The number of contacts that are printed as suggestions. */
const suggestedContacts = 3;

async function choosePort(preferred: number, program: string): Promise<number> {
	const port = await freePort(preferred);
	if (port !== preferred) {
		console.log(`  Port ${String(preferred)} is in use, so ${program} uses ${String(port)}.`);
	}
	return port;
}

async function install(signal: AbortSignal): Promise<InstalledRelease> {
	console.log(`Installing ${currentRelease.name}, unless it's installed …`);
	const report = (elapsedSeconds: number, step: string) => {
		console.log(`  ${String(elapsedSeconds)} s: ${step} (a few minutes, the first time only)`);
	};
	return await installRelease(currentRelease, report, signal);
}

async function startN8nWithPackage(
	release: InstalledRelease,
	{ folder, signal, watch }: DemoOptions,
): Promise<RunningN8n> {
	console.log('Starting n8n with the node …');
	const tarball = await packPackage();
	try {
		const port = await choosePort(n8nPort, 'n8n');
		return await startN8n({
			release,
			tarball,
			port,
			signal,
			userFolder: folder,
			...(watch && { environment: reloadEnvironment, nodeOptions: [inspect] }),
		});
	} finally {
		await deleteTarball(tarball);
	}
}

async function signIn(n8n: N8nClient, { folder }: DemoOptions): Promise<void> {
	if (await n8n.needsOwner()) {
		await n8n.setUpOwner();
		return;
	}
	await n8n.signIn().catch(() => {
		throw new Error(
			`Can't sign in to n8n. If you changed its password, delete ${folder} to start over.`,
		);
	});
}

/** Creates the credential, or updates its URL and token, which change at each start. */
async function provideCredential(n8n: N8nClient, service: Service): Promise<StoredCredential> {
	const credential = {
		name: credentialName,
		type: 'channelMessagingApi',
		data: credentialDataOf(service),
	};
	const existing = (await n8n.listCredentials()).find(({ name }) => name === credentialName);
	return existing === undefined
		? await n8n.createCredential(credential)
		: await n8n.updateCredential(existing.id, credential);
}

/** Runs an example. Throws unless the service receives exactly one message. */
async function sendFirstMessage(n8n: N8nClient, service: Service, { id, name }: Example) {
	console.log(`Running "${name}" …`);
	const before = service.messages.length;
	const { error, status } = await n8n.runWorkflow(id);
	const received = service.messages.slice(before);
	for (const { contactId, item } of received) {
		console.log(
			`  The service received a message for contact ${contactId}: ${JSON.stringify(item)}`,
		);
	}
	if (status === 'success' && received.length === 1) {
		console.log('  The message arrived exactly once.');
		return;
	}
	const reason = error?.message ?? `${String(received.length)} messages arrived instead of one`;
	throw new Error(`"${name}" ended as ${status}: ${reason}`);
}

function printInstructions(
	n8nUrl: string,
	service: Service,
	first: Example,
	examples: readonly Example[],
): void {
	const contacts = service.contacts.all().slice(0, suggestedContacts);
	const contactLines = contacts.map(({ id, custom_fields: { firstName = '', phone = '' } }) =>
		[firstName.padEnd(6), `phone ${phone}`, `ID ${id}`].join('   '),
	);
	const workflowUrl = ({ id }: Example) => `${n8nUrl}/workflow/${id}`;
	const others = examples.filter((example) => example !== first);
	console.log(`
n8n and the local service are running. Press Ctrl+C to stop them.

  n8n editor   ${n8nUrl}/
  Sign in as   ${owner.email}
  Password     ${owner.password}

  Start here   ${workflowUrl(first)}   ${first.name}
${others.map((example) => `  Workflow     ${workflowUrl(example)}   ${example.name}`).join('\n')}

  Inbox        ${service.url}/   (all contacts, and messages as they arrive)
${contactLines.map((line) => `  Write to     ${line}`).join('\n')}

The contacts are fictitious, and all messages stay on this machine.
`);
}

function watchSources(userFolder: string): () => void {
	return watchPackage({
		sourceFolder: repository,
		installedFolder: installedPackageFolder(userFolder),
		report: (message) => {
			console.log(message);
		},
	});
}

/** Waits until the signal is aborted. Throws if n8n exits. */
async function waitForSignal(n8n: RunningN8n, signal: AbortSignal): Promise<void> {
	signal.throwIfAborted();
	const ended = n8n.ended.then(() => {
		throw new Error(
			`n8n has exited unexpectedly. The end of its output:\n${n8n.output().slice(-2_000)}`,
		);
	});
	await Promise.race([once(signal, 'abort'), ended]);
}

/** Builds and starts everything. Stops all processes before it returns or throws. */
async function runOnFolder(options: DemoOptions): Promise<void> {
	const { signal } = options;
	console.log('Building the package …');
	await runNpm(repository, ['run', 'build'], signal);
	const release = await install(signal);
	console.log('Starting the local service …');
	const service = await startService({ port: await choosePort(servicePort, 'the service') });
	try {
		const n8n = await startN8nWithPackage(release, options);
		try {
			const client = new N8nClient(n8n.url);
			await signIn(client, options);
			const credential = await provideCredential(client, service);
			const examples = await provideExamples(client, [credential]);
			const first = examples.find(({ folder }) => folder === firstExample);
			if (first === undefined) throw new Error(`There is no example "${firstExample}"`);
			signal.throwIfAborted();
			await sendFirstMessage(client, service, first).catch((failure: unknown) => {
				// The user may have edited the example, so n8n keeps running.
				if (options.once) throw failure;
				console.error(failure instanceof Error ? failure.message : failure);
			});
			if (options.once) return;
			printInstructions(n8n.url, service, first, examples);
			const stopWatching = options.watch ? watchSources(options.folder) : undefined;
			try {
				await waitForSignal(n8n, signal);
			} finally {
				stopWatching?.();
			}
		} finally {
			console.log('Stopping …');
			await n8n.stop();
		}
	} finally {
		await service.close();
	}
}

/** Runs the demo. Throws if another one uses the same folder. */
export async function runDemo(options: DemoOptions): Promise<void> {
	await mkdir(options.folder, { recursive: true });
	// Two n8n processes could corrupt the database.
	const lock = join(options.folder, 'in-use.lock');
	await withFileLock(
		lock,
		() => runOnFolder(options),
		() => {
			throw new Error(
				'Another "npm start" or "npm run dev" is running. Stop it first, or use --once.',
			);
		},
	);
}
