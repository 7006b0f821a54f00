import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { runNpm } from './npm';

const repository = join(__dirname, '..', '..');
const runFile = promisify(execFile);

const manifestSchema = z
	.object({
		name: z.string(),
		version: z.string(),
		n8n: z.object({ nodes: z.array(z.string()), credentials: z.array(z.string()) }),
	})
	.passthrough();

async function readManifest(folder: string): Promise<z.infer<typeof manifestSchema>> {
	return manifestSchema.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')));
}

/**
 * Packs the package as publishing would, from what is built, and answers the tarball's path.
 * Hand it to `discardPackage` when it has served.
 */
export async function packPackage(folder: string = repository): Promise<string> {
	const { n8n } = await readManifest(folder);
	const missing = [...n8n.nodes, ...n8n.credentials].filter(
		(file) => !existsSync(join(folder, file)),
	);
	if (missing.length > 0) {
		throw new Error(`Not built yet, run "npm run build" first: ${missing.join(', ')} is missing`);
	}
	const target = await mkdtemp(join(tmpdir(), 'packed-'));
	await runNpm(folder, ['pack', '--ignore-scripts', '--silent', '--pack-destination', target]);
	const [tarball] = await readdir(target);
	if (tarball === undefined) throw new Error('npm pack wrote no tarball');
	return join(target, tarball);
}

/** Removes what `packPackage` wrote. */
export async function discardPackage(tarball: string): Promise<void> {
	await rm(dirname(tarball), { recursive: true, force: true });
}

/**
 * Puts a packed package where n8n looks for community nodes, in the way n8n does it itself:
 * unpacked into `.n8n/nodes/node_modules`, its peers left out, named in that folder's package.json.
 */
export async function installPackage(tarball: string, userFolder: string): Promise<void> {
	const nodes = join(userFolder, '.n8n', 'nodes');
	const unpacked = await mkdtemp(join(tmpdir(), 'unpacked-'));
	try {
		await runFile('tar', ['-xzf', tarball, '-C', unpacked, '--strip-components=1']);
		const { name, version } = await readManifest(unpacked);
		const target = join(nodes, 'node_modules', name);
		await rm(target, { recursive: true, force: true });
		await mkdir(target, { recursive: true });
		await runFile('tar', ['-xzf', tarball, '-C', target, '--strip-components=1']);
		await writeFile(
			join(nodes, 'package.json'),
			JSON.stringify({ name: 'installed-nodes', private: true, dependencies: { [name]: version } }),
		);
	} finally {
		await rm(unpacked, { recursive: true, force: true });
	}
}
