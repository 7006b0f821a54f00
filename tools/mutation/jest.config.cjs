// Mutation testing runs the tests of one folder, without a build.
'use strict';

const { join } = require('node:path');

const { engine } = require('../../test/support/jest/settings.cjs');

module.exports = {
	...engine,
	rootDir: join(__dirname, '../..'),
	testEnvironment: join(__dirname, 'failFastEnvironment.cjs'),
	testMatch: ['<rootDir>/tools/mutation/folder.test.ts'],
	// Recording the coverage slows tests down.
	testTimeout: 60_000,
	transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: 'test/tsconfig.json', diagnostics: false }] },
};
