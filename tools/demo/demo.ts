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

/** How to run the demonstration. */
export interface DemoOptions {
	/** End after the first message, by an error unless it arrived once, instead of staying up. */
	readonly once: boolean;
	/** Whether to compile changed sources, and to reload the node in n8n. */
	readonly watch: boolean;
	/** Where n8n keeps its data. */
	readonly folder: string;
	/** Aborted when it shall end. */
	readonly signal: AbortSignal;
}

const n8nPort = 5678;
const servicePort = 4010;
/** Where `.vscode/launch.json` attaches. n8n starts without a debugger if the port is in use. */
const inspect = `--inspect=${loopback}:9229`;
/** The example that is run at every start. */
const firstExample = 'send-a-welcome-message';
/** The name that n8n proposes. */
const credentialName = 'Channel Messaging account';
/** So many contacts are named for the person to write to. */
const contactsTold = 3;

async function choosePort(preferred: number, whose: string): Promise<number> {
	const port = await freePort(preferred);
	if (port !== preferred) {
		console.log(`  Port ${String(preferred)} is in use, so ${whose} takes ${String(port)}.`);
	}
	return port;
}

async function install(signal: AbortSignal): Promise<InstalledRelease> {
	console.log(`Looking for ${currentRelease.name} …`);
	const tell = (elapsedSeconds: number, doing: string) => {
		console.log(
			`  ${String(elapsedSeconds)} s: ${doing}, which takes a few minutes and happens once`,
		);
	};
	return await installRelease(currentRelease, tell, signal);
}

async function startWithNode(
	release: InstalledRelease,
	{ folder, signal, watch }: DemoOptions,
): Promise<RunningN8n> {
	console.log('Packing the node, and starting n8n with it …');
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

async function enter(n8n: N8nClient, { folder }: DemoOptions): Promise<void> {
	if (await n8n.needsOwner()) {
		await n8n.setUpOwner();
		return;
	}
	await n8n.signIn().catch(() => {
		throw new Error(
			`Can't sign in to the n8n in ${folder}: has its password been changed? Remove the folder to begin anew.`,
		);
	});
}

/** The one credential, which at a later start is led to where the service listens now. */
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

/** Runs the workflow, and tells what came of it; an error where that is not one message. */
async function sendFirstMessage(n8n: N8nClient, service: Service, { id, name }: Example) {
	console.log(`Running "${name}" …`);
	const before = service.messages.length;
	const { error, status } = await n8n.runWorkflow(id);
	const received = service.messages.slice(before);
	for (const { contactId, item } of received) {
		console.log(`  The service received for contact ${contactId}: ${JSON.stringify(item)}`);
	}
	if (status === 'success' && received.length === 1) {
		console.log('  The message arrived exactly once.');
		return;
	}
	const reason = error?.message ?? `${String(received.length)} messages arrived instead of one`;
	throw new Error(`"${name}" ended as ${status}: ${reason}`);
}

function tellWhereToLook(
	n8nUrl: string,
	service: Service,
	first: Example,
	examples: readonly Example[],
): void {
	const contacts = service.contacts.all().slice(0, contactsTold);
	const people = contacts.map(({ id, custom_fields: { firstName = '', phone = '' } }) =>
		[firstName.padEnd(6), `phone ${phone}`, `ID ${id}`].join('   '),
	);
	const workflowUrl = ({ id }: Example) => `${n8nUrl}/workflow/${id}`;
	const others = examples.filter((example) => example !== first);
	console.log(`
Everything is up. Ctrl-C ends it.

  n8n editor   ${n8nUrl}/
  Sign in as   ${owner.email}
  Password     ${owner.password}

  Start here   ${workflowUrl(first)}   ${first.name}
${others.map((example) => `  Workflow     ${workflowUrl(example)}   ${example.name}`).join('\n')}

  Inbox        ${service.url}/   (all contacts, and messages as they arrive)
${people.map((person) => `  Write to     ${person}`).join('\n')}

The contacts are made up, and nothing leaves this machine.
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

/** Waits for Ctrl-C. */
async function untilEnded(n8n: RunningN8n, signal: AbortSignal): Promise<void> {
	signal.throwIfAborted();
	const ended = n8n.ended.then(() => {
		throw new Error(`n8n has ended by itself. Its last words:\n${n8n.output().slice(-2_000)}`);
	});
	await Promise.race([once(signal, 'abort'), ended]);
}

/** All of it, from the build to the first message; leaves nothing running, however it goes. */
async function demonstrate(options: DemoOptions): Promise<void> {
	const { signal } = options;
	console.log('Building the package …');
	await runNpm(repository, ['run', 'build'], signal);
	const release = await install(signal);
	console.log('Starting the local service …');
	const service = await startService({ port: await choosePort(servicePort, 'the service') });
	try {
		const n8n = await startWithNode(release, options);
		try {
			const client = new N8nClient(n8n.url);
			await enter(client, options);
			const credential = await provideCredential(client, service);
			const examples = await provideExamples(client, [credential]);
			const first = examples.find(({ folder }) => folder === firstExample);
			if (first === undefined) throw new Error(`There is no example "${firstExample}"`);
			signal.throwIfAborted();
			await sendFirstMessage(client, service, first).catch((failure: unknown) => {
				// Whatever somebody has made of the workflow since, n8n stays up.
				if (options.once) throw failure;
				console.error(failure instanceof Error ? failure.message : failure);
			});
			if (options.once) return;
			tellWhereToLook(n8n.url, service, first, examples);
			const stopWatching = options.watch ? watchSources(options.folder) : undefined;
			try {
				await untilEnded(n8n, signal);
			} finally {
				stopWatching?.();
			}
		} finally {
			console.log('Ending what was started …');
			await n8n.stop();
		}
	} finally {
		await service.close();
	}
}

/** Runs the demonstration, one at a time on a folder. */
export async function runDemo(options: DemoOptions): Promise<void> {
	await mkdir(options.folder, { recursive: true });
	// Two n8n's on one database would spoil it.
	const lock = join(options.folder, 'in-use.lock');
	await withFileLock(
		lock,
		() => demonstrate(options),
		() => {
			throw new Error(
				'Another "npm start" or "npm run dev" is running. End that first, or use --once.',
			);
		},
	);
}
