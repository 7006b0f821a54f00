import { existsSync } from 'node:fs';
import { join } from 'node:path';

import manifest from '../../package.json';

const root = join(__dirname, '../..');

/** The source of a built file, or the file itself where it is shipped as it is. */
const sourceOf = (built: string) => built.replace(/^dist\//, '').replace(/\.js$/, '.ts');

describe('the package', () => {
	it('is found by n8n as a community node', () => {
		expect(manifest.name).toMatch(/^n8n-nodes-[a-z-]+$/);
		expect(manifest.keywords).toContain('n8n-community-node-package');
		expect(manifest.n8n).toMatchObject({ n8nNodesApiVersion: 1, strict: true });
	});

	it('has the licence that n8n asks for', () => {
		expect(manifest.license).toBe('MIT');
	});

	it('needs nothing at run time but n8n itself', () => {
		for (const kind of ['dependencies', 'optionalDependencies', 'bundleDependencies']) {
			expect(manifest).not.toHaveProperty(kind);
		}
		expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
	});

	it('ships what was built, and nothing else', () => {
		expect(manifest.files).toEqual(['dist']);
		expect(manifest).not.toHaveProperty('main');
	});

	it.each([...manifest.n8n.nodes, ...manifest.n8n.credentials])(
		'names a file that is built from a source: %s',
		(built) => {
			expect(built).toMatch(/^dist\//);
			expect(existsSync(join(root, sourceOf(built)))).toBe(true);
		},
	);

	it('does nothing on the machine that installs it', () => {
		for (const script of ['preinstall', 'install', 'postinstall', 'prepare']) {
			expect(manifest.scripts).not.toHaveProperty(script);
		}
	});

	it('says where its source, its documentation and its authors are', () => {
		expect(manifest.repository.url).toMatch(/^git\+https:\/\/.+\.git$/);
		const repository = manifest.repository.url.replace(/^git\+|\.git$/g, '');
		expect(manifest.homepage.startsWith(repository)).toBe(true);
		expect(manifest.author.name).not.toBe('');
		expect(manifest.author.email).toMatch(/@/);
	});

	it('fixes the version of every tool', () => {
		for (const version of Object.values(manifest.devDependencies)) {
			expect(version).toMatch(/^\d+\.\d+\.\d+$/);
		}
	});
});
