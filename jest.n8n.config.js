// Tests of the built package: what is in it, and how a real n8n runs it.
const { readdirSync } = require('node:fs');
const { join } = require('node:path');

const { project, run } = require('./test/support/jest/settings.cjs');

const releases = readdirSync(join(__dirname, 'test/support/n8n/releases'));

module.exports = {
	...run,
	// Most tests wait for polls and campaigns, so more workers than cores are faster.
	maxWorkers: 4,
	testSequencer: '<rootDir>/test/support/jest/longestFirst.cjs',
	projects: [
		project('tarball', ['test/tarball']),
		...releases.map((n8nRelease) =>
			project(n8nRelease, ['test/n8n/e2e'], { globals: { n8nRelease } }),
		),
		project('examples', ['test/n8n/examples']),
		project('queue', ['test/n8n/queue']),
		project('scheduler', ['test/n8n/scheduler'], { globals: { n8nRelease: 'n8n-2.41.1' } }),
	],
};
