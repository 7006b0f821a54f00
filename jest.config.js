// Tests that need neither a build nor an n8n, a browser, or a database.
const { engine, project, run } = require('./test/support/jest/settings.cjs');

module.exports = {
	...run,
	// Jest's default leaves one core idle, which on two cores doubles the duration.
	maxWorkers: '100%',
	collectCoverageFrom: ['credentials/**/*.ts', 'nodes/**/*.ts'],
	projects: [
		project('unit', ['test/unit', 'test/package']),
		project('service', ['test/support']),
		project('workflows', ['test/workflows'], engine),
	],
};
