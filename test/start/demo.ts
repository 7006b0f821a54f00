import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import {
	currentRelease,
	discardPackage,
	freePort,
	holdingLock,
	type InstalledRelease,
	installRelease,
	N8nClient,
	owner,
	packPackage,
	type RunningN8n,
	runNpm,
	startN8n,
} from '../n8n';
import { type Service, startService } from '../service';
import { type Example, firstExample, provideExamples } from './exampleWorkflows';
import { describeFirstMessage, sendFirstMessage } from './firstMessage';
import { credentialName, provideCredential } from './localCredential';

/** How to run the demonstration. */
export interface DemoOptions {
	readonly once: boolean;
	/** Where n8n keeps its data, unless it is run once. */
	readonly folder?: string | undefined;
	/** Aborted when it shall end. */
	readonly signal: AbortSignal;
	readonly say: (line: string) => void;
}

const repository = join(__dirname, '..', '..');
const usualFolder = join(repository, '.n8n-demo');
const n8nPort = 5678;
const servicePort = 4010;

/** What has been started, to be ended in the opposite order whatever happens. */
type Closers = Array<() => Promise<void>>;

function folderOf({ folder }: DemoOptions): string {
	return resolve(folder ?? usualFolder);
}

async function choosePort(preferred: number, whose: string, { say }: DemoOptions): Promise<number> {
	const port = await freePort(preferred);
	if (port !== preferred) {
		say(`  Port ${String(preferred)} is in use, so ${whose} takes ${String(port)}.`);
	}
	return port;
}

async function build({ say, signal }: DemoOptions): Promise<void> {
	say('Building the package …');
	await runNpm(repository, ['run', 'build'], signal);
}

async function serve(options: DemoOptions, closers: Closers): Promise<Service> {
	options.say('Starting the local service …');
	const port = await choosePort(servicePort, 'the service', options);
	const service = await startService({ port });
	closers.push(() => service.close());
	return service;
}

async function install({ say, signal }: DemoOptions): Promise<InstalledRelease> {
	say(`Looking for ${currentRelease.name} …`);
	let isFirst = true;
	return await installRelease(
		currentRelease,
		({ elapsedSeconds, doing }) => {
			if (isFirst) say('  Not there yet. Installing it takes a few minutes, and happens once.');
			isFirst = false;
			say(`  ${String(elapsedSeconds)} s: ${doing}`);
		},
		{ signal },
	);
}

async function startWithNode(
	release: InstalledRelease,
	options: DemoOptions,
	closers: Closers,
): Promise<RunningN8n> {
	options.say('Packing the node, and starting n8n with it …');
	const port = await choosePort(n8nPort, 'n8n', options);
	const tarball = await packPackage();
	try {
		const { signal } = options;
		const folder = options.once ? {} : { userFolder: folderOf(options) };
		const n8n = await startN8n({ release, tarball, port, signal, ...folder });
		closers.push(() => n8n.stop());
		return n8n;
	} finally {
		await discardPackage(tarball);
	}
}

async function enter(n8n: N8nClient, folder: string): Promise<void> {
	if (await n8n.needsOwner()) {
		await n8n.setUpOwner();
		return;
	}
	try {
		await n8n.signIn();
	} catch {
		throw new Error(
			`Can't sign in to the n8n in ${folder}: has its password been changed? Remove the folder to begin anew.`,
		);
	}
}

function tellWhereToLook(n8nUrl: string, service: Service, examples: readonly Example[]): string {
	return [
		'',
		'Everything is up. Ctrl-C ends it.',
		'',
		`  n8n editor   ${n8nUrl}/`,
		`  Sign in as   ${owner.email}`,
		`  Password     ${owner.password}`,
		...examples.map(({ id, name }) => `  Workflow     ${n8nUrl}/workflow/${id}   ${name}`),
		`  Inbox        ${service.url}/   (messages appear there as they arrive)`,
		'',
	].join('\n');
}

async function endOf(n8n: RunningN8n, signal: AbortSignal): Promise<void> {
	const aborted = new Promise<void>((resolve) => {
		if (signal.aborted) resolve();
		signal.addEventListener('abort', () => {
			resolve();
		});
	});
	const ended = n8n.ended.then(() => {
		throw new Error(`n8n has ended by itself. Its last words:\n${n8n.output().slice(-2_000)}`);
	});
	await Promise.race([aborted, ended]);
}

/** All of it, from the build to the first message; answers whether that arrived exactly once. */
async function demonstrate(options: DemoOptions, closers: Closers): Promise<boolean> {
	const { say, signal } = options;
	await build(options);
	signal.throwIfAborted();
	const service = await serve(options, closers);
	const release = await install(options);
	signal.throwIfAborted();
	const n8n = await startWithNode(release, options, closers);
	const client = new N8nClient(n8n.url);

	await enter(client, folderOf(options));
	const credential = await provideCredential(client, service);
	say(`Credential "${credentialName}" leads to ${service.url}`);
	const examples = await provideExamples(client, credential);
	for (const { name, isNew } of examples) {
		say(`Workflow "${name}" ${isNew ? 'added' : 'is there already, and stays as it is'}`);
	}

	signal.throwIfAborted();
	const example = examples.find(({ name }) => name === firstExample);
	if (example === undefined) throw new Error(`There is no example "${firstExample}"`);
	say(`Running "${example.name}" …`);
	const outcome = await sendFirstMessage(client, service, example.id);
	say(describeFirstMessage(outcome));
	if (options.once) return outcome.arrivedOnce;

	say(tellWhereToLook(n8n.url, service, examples));
	await endOf(n8n, signal);
	return outcome.arrivedOnce;
}

async function cleanUp(closers: Closers): Promise<void> {
	for (const close of closers.reverse()) await close();
}

/** Runs the demonstration and leaves nothing running, however it goes. */
export async function runDemo(options: DemoOptions): Promise<boolean> {
	const closers: Closers = [];
	const run = async (): Promise<boolean> => {
		try {
			return await demonstrate(options, closers);
		} finally {
			if (closers.length > 0) options.say('Ending what was started …');
			await cleanUp(closers);
		}
	};
	if (options.once) return await run();
	const folder = folderOf(options);
	await mkdir(folder, { recursive: true });
	// Two n8n's on one database would spoil it.
	return await holdingLock(join(folder, 'in-use.lock'), run, () => {
		throw new Error('Another "npm start" is running already. End that first, or use --once.');
	});
}
