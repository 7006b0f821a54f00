import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import manifest from '../../../package.json';
import { repository } from '../repository';
import { runNpm } from './npm';

/** Returns the folder from which an n8n loads the package. */
export function installedPackageFolder(userFolder: string): string {
	return join(userFolder, '.n8n', 'nodes', 'node_modules', manifest.name);
}

/**
 * Packs the built package as `npm publish` does, and installs it as n8n installs community nodes:
 * without peer dependencies, in `.n8n/nodes/node_modules`, and listed in the `package.json` of
 * `.n8n/nodes`.
 */
export async function installPackage(userFolder: string): Promise<void> {
	const { name, version } = manifest;
	const missing = [...manifest.n8n.nodes, ...manifest.n8n.credentials].filter(
		(file) => !existsSync(join(repository, file)),
	);
	if (missing.length > 0) {
		throw new Error(`Run "npm run build" first: ${missing.join(', ')} is missing`);
	}
	const target = installedPackageFolder(userFolder);
	await rm(target, { recursive: true, force: true });
	await mkdir(target, { recursive: true });
	const packed = await mkdtemp(join(tmpdir(), 'packed-'));
	try {
		const pack = ['pack', '--ignore-scripts', '--silent', '--pack-destination', packed];
		await runNpm(repository, pack);
		const [tarball = ''] = await readdir(packed);
		const extract = ['-xzf', join(packed, tarball), '-C', target, '--strip-components=1'];
		await promisify(execFile)('tar', extract);
	} finally {
		await rm(packed, { recursive: true, force: true });
	}
	await writeFile(
		join(userFolder, '.n8n', 'nodes', 'package.json'),
		JSON.stringify({ name: 'installed-nodes', private: true, dependencies: { [name]: version } }),
	);
}
