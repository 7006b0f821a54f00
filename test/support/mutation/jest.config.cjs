// The tests that mutation testing runs: those beside their subjects, which need no n8n. Those that
// give operations any JSON are left out: they take long, and what they notice is up to chance.
'use strict';

module.exports = {
	rootDir: '../..',
	testEnvironment: 'node',
	testMatch: ['<rootDir>/test/unit/**/*.test.ts'],
	testPathIgnorePatterns: ['/operations/(prepare|schemas)\\.test\\.ts$'],
	transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: 'test/tsconfig.json', diagnostics: false }] },
};
