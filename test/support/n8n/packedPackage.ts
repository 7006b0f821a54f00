import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import manifest from '../../../package.json';
import { repository } from '../repository';
import { runNpm } from './npm';

/** Packs the built package as `npm publish` does. Returns the path for `deleteTarball`. */
export async function packPackage(): Promise<string> {
	const missing = [...manifest.n8n.nodes, ...manifest.n8n.credentials].filter(
		(file) => !existsSync(join(repository, file)),
	);
	if (missing.length > 0) {
		throw new Error(`Run "npm run build" first: ${missing.join(', ')} is missing`);
	}
	const target = await mkdtemp(join(tmpdir(), 'packed-'));
	await runNpm(repository, ['pack', '--ignore-scripts', '--silent', '--pack-destination', target]);
	const [tarball] = await readdir(target);
	if (tarball === undefined) throw new Error('npm pack wrote no tarball');
	return join(target, tarball);
}

/** Deletes a tarball of `packPackage`, and its folder. */
export async function deleteTarball(tarball: string): Promise<void> {
	await rm(dirname(tarball), { recursive: true, force: true });
}

/** Returns the folder from which an n8n loads the package. */
export function installedPackageFolder(userFolder: string): string {
	return join(userFolder, '.n8n', 'nodes', 'node_modules', manifest.name);
}

/**
 * Installs the packed package as n8n installs community nodes: without peer dependencies, in
 * `.n8n/nodes/node_modules`, and listed in the `package.json` of `.n8n/nodes`.
 */
export async function installPackage(tarball: string, userFolder: string): Promise<void> {
	const { name, version } = manifest;
	const nodes = join(userFolder, '.n8n', 'nodes');
	const target = installedPackageFolder(userFolder);
	await rm(target, { recursive: true, force: true });
	await mkdir(target, { recursive: true });
	await promisify(execFile)('tar', ['-xzf', tarball, '-C', target, '--strip-components=1']);
	await writeFile(
		join(nodes, 'package.json'),
		JSON.stringify({ name: 'installed-nodes', private: true, dependencies: { [name]: version } }),
	);
}
