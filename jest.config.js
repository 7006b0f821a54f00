// Transpiles only: `npm run types` checks the types of sources and tests in one pass.
const typescript = {
	'^.+\\.ts$': ['ts-jest', { tsconfig: 'test/tsconfig.json', isolatedModules: true }],
};

const project = (displayName, folders) => ({
	displayName,
	testEnvironment: 'node',
	testMatch: folders.map((folder) => `<rootDir>/${folder}/**/*.test.ts`),
	transform: typescript,
});

module.exports = {
	projects: [
		project('unit', ['test/nodes', 'test/credentials', 'test/package']),
		project('service', ['test/service']),
		project('workflows', ['test/workflows']),
		project('e2e', ['test/e2e']),
	],
};
