import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startProcessGroup } from './processGroup';
import { until } from './until';

const forever = 'setInterval(() => {}, 1000);';
const withChild = `
	const { spawn } = require('node:child_process');
	const child = spawn(process.execPath, ['-e', '${forever}'], { stdio: 'ignore' });
	console.log('child ' + child.pid);
	${forever}`;

function start(script: string) {
	return startProcessGroup({
		command: process.execPath,
		arguments: ['-e', script],
		folder: __dirname,
		environment: { PATH: process.env['PATH'] },
	});
}

/** A process that was ended but that nobody has reaped does not count as running. */
async function isRunning(id: number): Promise<boolean> {
	const ps = spawn('ps', ['-o', 'stat=', '-p', String(id)]);
	let state = '';
	ps.stdout.on('data', (chunk: Buffer) => (state += chunk.toString()));
	await once(ps, 'close');
	return state.trim() !== '' && !state.trim().startsWith('Z');
}

async function isGone(id: number): Promise<void> {
	await until({ within: 10_000, waitingFor: `process ${String(id)} to be gone` }, async () =>
		(await isRunning(id)) ? undefined : true,
	);
}

async function idIn(output: () => string): Promise<number> {
	const id = await until({ within: 10_000, waitingFor: 'the child' }, () =>
		Promise.resolve(/child (\d+)/.exec(output())?.[1]),
	);
	return Number(id);
}

test('both streams are kept, and the ending is known', async () => {
	const program = start('console.log("out"); console.error("err"); process.exit(3)');
	expect(await program.ended).toEqual({ code: 3, signal: null });
	expect(program.output()).toContain('out\n');
	expect(program.output()).toContain('err\n');
});

test('a program that cannot be started fails', async () => {
	const program = startProcessGroup({
		command: join(__dirname, 'no-such-program'),
		arguments: [],
		folder: __dirname,
		environment: {},
	});
	await expect(program.ended).rejects.toThrow('ENOENT');
	await program.stop();
});

test('stopping ends the program and what it started', async () => {
	const program = start(withChild);
	const child = await idIn(() => program.output());
	await program.stop();
	await isGone(program.id);
	await isGone(child);
});

test('it ends with its parent, however that goes', async () => {
	const script = `
		const { startProcessGroup } = require(${JSON.stringify(join(__dirname, 'processGroup.ts'))});
		const program = startProcessGroup({
			command: process.execPath,
			arguments: ['-e', ${JSON.stringify(forever)}],
			folder: __dirname,
			environment: { PATH: process.env.PATH },
		});
		console.log('child ' + program.id);`;
	const parent = spawn(process.execPath, ['--require', 'tsx/cjs', '-e', script], {
		cwd: __dirname,
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	let output = '';
	parent.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
	const child = await idIn(() => output);
	expect(await isRunning(child)).toBe(true);
	parent.kill('SIGKILL');
	await isGone(child);
});
