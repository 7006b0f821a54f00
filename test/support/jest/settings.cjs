// Settings that all Jest configurations share.
'use strict';

const { join } = require('node:path');

const rootDir = join(__dirname, '..', '..', '..');

exports.run = {
	rootDir,
	reporters: ['default', '<rootDir>/test/support/jest/countResults.cjs'],
	// Tests must not fail because the machine is busy.
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
	// These folders contain other packages, and copies of this one with the same name.
	modulePathIgnorePatterns: ['<rootDir>/(test/support/n8n/releases|reports)/'],
	// Builds and tools write here, which doesn't affect any test.
	watchPathIgnorePatterns: ['<rootDir>/(coverage|dist|reports)/'],
	// Only transpiles, because `npm run types` checks all types in one pass.
	transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: 'test/tsconfig.json' }] },
});
