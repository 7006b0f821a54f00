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
	modulePathIgnorePatterns: ['<rootDir>/test/n8n/releases/'],
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
	reporters: ['default', '<rootDir>/test/ci/tellResults.cjs'],
	projects: [
		project('unit', ['test/nodes', 'test/credentials', 'test/package', 'test/upgrades']),
		project('simulation', ['test/simulation']),
		project('service', ['test/service']),
		project('workflows', ['test/workflows'], {
			...engine,
		}),
		project('e2e', ['test/e2e']),
		project('ui', ['test/ui']),
		project('versions', ['test/versions']),
		project('queue', [], { testMatch: ['<rootDir>/test/queue/*.test.ts'] }),
		project('examples', ['test/examples']),
	],
};
