// Transpiles only: `npm run types` checks the types of sources and tests in one pass.
const typescript = {
	'^.+\\.ts$': ['ts-jest', { tsconfig: 'test/tsconfig.json' }],
};

const project = (displayName, folders, settings = {}) => ({
	testMatch: folders.map((folder) => `<rootDir>/${folder}/**/*.test.ts`),
	...settings,
	displayName,
	testEnvironment: 'node',
	// What n8n is installed from is no module of this package.
	modulePathIgnorePatterns: ['<rootDir>/test/support/n8n/releases/'],
	transform: typescript,
});

/** n8n's own engine in the process of the test. */
const engine = {
	globalSetup: '<rootDir>/test/workflows/engine/setup.ts',
	globalTeardown: '<rootDir>/test/workflows/engine/teardown.ts',
	setupFilesAfterEnv: ['<rootDir>/test/workflows/engine/shutdown.ts'],
};

module.exports = {
	// A busy machine is slow, which is no defect: what must not take long has a bound of its own.
	testTimeout: 60_000,
	reporters: ['default', '<rootDir>/test/support/ci/tellResults.cjs'],
	projects: [
		project('unit', ['test/unit', 'test/package', 'test/n8n/upgrades']),
		project('simulation', ['tools/simulation']),
		project('service', ['test/support/service']),
		project('workflows', ['test/workflows'], engine),
		project('e2e', ['test/n8n/e2e']),
		project('ui', ['test/n8n/ui', 'tools/demo']),
		project('versions', ['test/n8n/versions']),
		project('queue', [], { testMatch: ['<rootDir>/test/n8n/queue/*.test.ts'] }),
		project('examples', ['test/n8n/examples']),
	],
};
