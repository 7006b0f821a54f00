// Mutation testing runs the tests of one folder, without a build. Tests with random parameters are
// excluded, because they are slow and detect mutants only by chance.
'use strict';

const { engine } = require('../../test/support/jest/settings.cjs');

const folder = process.env.MUTATED_FOLDER;

module.exports = {
	...engine,
	rootDir: '../..',
	testEnvironment: 'node',
	testMatch: [`<rootDir>/test/{unit,workflows}/${folder}/**/*.test.ts`],
	testPathIgnorePatterns: ['/operations/operation\\.test\\.ts$'],
	transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: 'test/tsconfig.json', diagnostics: false }] },
};
