// Settings that all Jest configurations share.
'use strict';

const { join } = require('node:path');

const rootDir = join(__dirname, '..', '..', '..');

/** Settings of a whole run. */
exports.run = {
	rootDir,
	reporters: ['default', '<rootDir>/test/support/jest/countResults.cjs'],
	// Busy machines are slow, which isn't a defect.
	testTimeout: 60_000,
};

/** Settings of tests in n8n's own engine, in the process of the test. */
exports.engine = {
	globalSetup: '<rootDir>/test/workflows/engine/setup.ts',
	globalTeardown: '<rootDir>/test/workflows/engine/teardown.ts',
	setupFilesAfterEnv: ['<rootDir>/test/workflows/engine/shutdown.ts'],
};

/** Settings of one project, which contains the tests in some folders. */
exports.project = (displayName, folders, settings = {}) => ({
	rootDir,
	testMatch: folders.map((folder) => `<rootDir>/${folder}/**/*.test.ts`),
	...settings,
	displayName,
	testEnvironment: 'node',
	// Other packages, and copies of this one, whose names would collide.
	modulePathIgnorePatterns: ['<rootDir>/(test/support/n8n/releases|reports)/'],
	// Builds and tools write here, which doesn't affect any test.
	watchPathIgnorePatterns: ['<rootDir>/(coverage|dist|reports)/'],
	// Only transpiles: `npm run types` checks the types of sources and tests in one pass.
	transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: 'test/tsconfig.json' }] },
});
