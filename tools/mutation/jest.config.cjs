// The tests that mutation testing runs: those beside the sources that are changed, which need no n8n.
// The one that gives operations any JSON is left out: it takes long, and what it notices is up to
// chance.
'use strict';

module.exports = {
	rootDir: '../..',
	testEnvironment: 'node',
	testMatch: [`<rootDir>/test/unit/${process.env.MUTATED_FOLDER}/**/*.test.ts`],
	testPathIgnorePatterns: ['/operations/prepare\\.test\\.ts$'],
	transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: 'test/tsconfig.json', diagnostics: false }] },
};
