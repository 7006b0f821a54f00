import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import manifest from '../../package.json';
import { repository } from '../support/repository';

const lockFile = readFileSync(join(repository, 'package-lock.json'), 'utf8');

// `npm run lint` and `npm run scan` check n8n's requirements for packages.
it('package.json pins the version of every development dependency', () => {
	const versions = Object.values(manifest.devDependencies);
	expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});

it('package-lock.json and package.json have the same name and version', () => {
	const root = { name: manifest.name, version: manifest.version };
	expect(JSON.parse(lockFile)).toMatchObject({ ...root, packages: { '': root } });
});

it('package-lock.json contains no registry URLs', () => {
	expect(lockFile.match(/"resolved":.*|registry\..*/g)).toBeNull();
});

it('package-lock.json contains a checksum for every package', () => {
	const versions = lockFile.match(/^\t\t\t"version":/gm) ?? [];
	const checksums = lockFile.match(/^\t\t\t"integrity":/gm) ?? [];
	// The first entry is this package.
	expect(checksums).toHaveLength(versions.length - 1);
});
