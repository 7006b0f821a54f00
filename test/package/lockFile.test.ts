import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import manifest from '../../package.json';

const text = readFileSync(join(__dirname, '../../package-lock.json'), 'utf8');

describe('the lock file', () => {
	it('names no registry, so that everybody installs from their own', () => {
		expect(text).not.toMatch(/"resolved":/);
		expect(text).not.toMatch(/registry\./);
	});

	it('belongs to this version of the package', () => {
		const root = { name: manifest.name, version: manifest.version };
		expect(JSON.parse(text)).toMatchObject({ ...root, packages: { '': root } });
	});

	it('has a checksum for every package', () => {
		const versions = text.match(/^\t\t\t"version":/gm) ?? [];
		const checksums = text.match(/^\t\t\t"integrity":/gm) ?? [];
		// The package itself has none.
		expect(checksums).toHaveLength(versions.length - 1);
	});
});
