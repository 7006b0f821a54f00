// Transpiles only: `npm run types` checks the types of sources and tests in one pass.
const typescript = {
	'^.+\\.ts$': ['ts-jest', { tsconfig: 'test/tsconfig.json' }],
};

const project = (displayName, folders, settings = {}) => ({
	...settings,
	displayName,
	testEnvironment: 'node',
	testMatch: folders.map((folder) => `<rootDir>/${folder}/**/*.test.ts`),
	transform: typescript,
});

module.exports = {
	projects: [
		project('unit', ['test/nodes', 'test/credentials', 'test/package']),
		project('service', ['test/service']),
		project('simulation', ['test/simulation']),
		project('harness', ['test/n8n', 'test/start']),
		project('workflows', ['test/workflows'], {
			globalSetup: '<rootDir>/test/workflows/engine/setup.ts',
			globalTeardown: '<rootDir>/test/workflows/engine/teardown.ts',
			setupFilesAfterEnv: ['<rootDir>/test/workflows/engine/shutdown.ts'],
		}),
		project('e2e', ['test/e2e']),
	],
};
