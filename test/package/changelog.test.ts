import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { operations } from '../../nodes/ChannelMessaging/operations';
import manifest from '../../package.json';
import { releaseNotes, versionsIn } from '../../tools/publish/releaseNotes';
import { repository } from '../support/repository';

const changelog = readFileSync(join(repository, 'CHANGELOG.md'), 'utf8');

describe('the changelog', () => {
	it('says what is in this version, which is the newest', () => {
		expect(versionsIn(changelog)[0]).toBe(manifest.version);
		expect(releaseNotes(changelog, manifest.version)).toContain('- ');
	});

	it.each(operations)('tells of $resource: $name', ({ resource, name }) => {
		const told = changelog
			.split('\n- ')
			.filter((entry) => entry.toLowerCase().startsWith(`${resource}: `))
			.map((entry) => entry.replaceAll(/\s+/g, ' '));
		expect(told.join()).toMatch(new RegExp(`[:,] ${name}(?=[,.]| \\()`));
	});

	it('has a place for what comes next', () => {
		expect(changelog).toContain('\n## [Unreleased]\n');
	});
});
