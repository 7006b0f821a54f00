// Mutation testing runs the unit tests of one folder. Tests with random parameters are excluded,
// because they are slow and detect mutants only by chance.
'use strict';

module.exports = {
	rootDir: '../..',
	testEnvironment: 'node',
	testMatch: [`<rootDir>/test/unit/${process.env.MUTATED_FOLDER}/**/*.test.ts`],
	testPathIgnorePatterns: ['/operations/operation\\.test\\.ts$'],
	transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: 'test/tsconfig.json', diagnostics: false }] },
};
