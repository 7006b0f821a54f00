// Tests of the built package: what is in it, and how a real n8n runs it.
const { project, run } = require('./test/support/jest/settings.cjs');

module.exports = {
	...run,
	// Most tests wait for polls and campaigns, so more workers than cores are faster.
	maxWorkers: 4,
	projects: [
		project('tarball', ['test/tarball']),
		project('e2e', ['test/n8n/e2e']),
		project('examples', ['test/n8n/examples']),
		project('queue', ['test/n8n/queue']),
		project('versions', ['test/n8n/versions']),
	],
};
