// The tests that mutation testing runs: those beside their subjects, which need no n8n. The one that
// gives operations any JSON is left out: it takes long, and what it notices is up to chance.
'use strict';

module.exports = {
	rootDir: '../../..',
	testEnvironment: 'node',
	testMatch: ['<rootDir>/test/unit/**/*.test.ts'],
	testPathIgnorePatterns: ['/operations/prepare\\.test\\.ts$'],
	transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: 'test/tsconfig.json', diagnostics: false }] },
};
