import { releaseNotes, versionsIn } from './releaseNotes';

const changelog = `# Changelog

## [Unreleased]

- Not yet.

## [0.2.0] - 2026-03-01

### Added

- Something.

## [0.1.0]

- The first.
`;

test('the notes of a version are what stands below its heading', () => {
	expect(releaseNotes(changelog, '0.2.0')).toBe('### Added\n\n- Something.');
	expect(releaseNotes(changelog, '0.1.0')).toBe('- The first.');
});

test.each([
	['that the changelog does not name', changelog, '0.3.0'],
	['of which it says nothing', '## [0.3.0]\n\n## [0.2.0]\n\n- Something.', '0.3.0'],
])('a version %s has no notes', (_, text, version) => {
	expect(() => releaseNotes(text, version)).toThrow('CHANGELOG.md says nothing of 0.3.0');
});

test('what is not released yet is no version', () => {
	expect(versionsIn(changelog)).toEqual(['0.2.0', '0.1.0']);
});
