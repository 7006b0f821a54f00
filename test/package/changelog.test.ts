import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import manifest from '../../package.json';
import { releaseNotes, versionsIn } from '../publish/releaseNotes';

const changelog = readFileSync(join(__dirname, '../../CHANGELOG.md'), 'utf8');
const numbers = (version: string) => version.split('.').map(Number);

describe('the changelog', () => {
	it('says what is in this version, which is the newest', () => {
		expect(versionsIn(changelog)[0]).toBe(manifest.version);
		expect(releaseNotes(changelog, manifest.version)).toContain('- ');
	});

	it('has a place for what comes next', () => {
		expect(changelog).toContain('\n## [Unreleased]\n');
	});

	it('goes from the newest version to the oldest', () => {
		const versions = versionsIn(changelog).map(numbers);
		const sorted = [...versions].sort(
			([major = 0, minor = 0, patch = 0], [otherMajor = 0, otherMinor = 0, otherPatch = 0]) =>
				otherMajor - major || otherMinor - minor || otherPatch - patch,
		);
		expect(versions).toEqual(sorted);
	});
});
