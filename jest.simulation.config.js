// Campaigns on a virtual clock: they need nothing, but take longer than all other tests without n8n.
const { project, run } = require('./test/support/jest/settings.cjs');

module.exports = {
	...run,
	maxWorkers: '100%',
	projects: [project('simulation', ['tools/simulation'])],
};
