import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import manifest from '../../package.json';

const text = readFileSync(join(__dirname, '../../package-lock.json'), 'utf8');

it('package-lock.json contains no registry URLs', () => {
	expect(text).not.toMatch(/"resolved":/);
	expect(text).not.toMatch(/registry\./);
});

it('package-lock.json has the name and version of package.json', () => {
	const root = { name: manifest.name, version: manifest.version };
	expect(JSON.parse(text)).toMatchObject({ ...root, packages: { '': root } });
});

it('package-lock.json contains a checksum for every package', () => {
	const versions = text.match(/^\t\t\t"version":/gm) ?? [];
	const checksums = text.match(/^\t\t\t"integrity":/gm) ?? [];
	// The first entry is this package.
	expect(checksums).toHaveLength(versions.length - 1);
});
