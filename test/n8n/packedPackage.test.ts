import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { discardPackage, installPackage, packPackage } from './packedPackage';

let folder: string;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'package-'));
	const manifest = {
		name: 'n8n-nodes-small',
		version: '1.2.3',
		files: ['dist'],
		n8n: { nodes: ['dist/Small.node.js'], credentials: [] },
	};
	await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
});

afterEach(async () => {
	await rm(folder, { recursive: true });
});

test('a package that is not built says so', async () => {
	await expect(packPackage(folder)).rejects.toThrow(/npm run build.*dist\/Small\.node\.js/);
});

test('a packed package is put where n8n looks for it, the newer one in place of the older', async () => {
	const userFolder = join(folder, 'user');
	for (const source of ['first', 'second']) {
		await mkdir(join(folder, 'dist'), { recursive: true });
		await writeFile(join(folder, 'dist', 'Small.node.js'), source);
		const tarball = await packPackage(folder);
		await installPackage(tarball, userFolder);
		await discardPackage(tarball);
	}
	const nodes = join(userFolder, '.n8n', 'nodes');
	const installed = join(nodes, 'node_modules', 'n8n-nodes-small', 'dist', 'Small.node.js');
	expect(await readFile(installed, 'utf8')).toBe('second');
	expect(JSON.parse(await readFile(join(nodes, 'package.json'), 'utf8'))).toMatchObject({
		dependencies: { 'n8n-nodes-small': '1.2.3' },
	});
});
