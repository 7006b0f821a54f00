// `npm run mutate` runs Stryker once per folder of test/unit.
const folder = process.env.MUTATED_FOLDER;

export default {
	testRunner: 'jest',
	// Jest doesn't find the tests of a source file, because folder.test.ts loads them dynamically.
	jest: { configFile: 'tools/mutation/jest.config.cjs', enableFindRelatedTests: false },
	coverageAnalysis: 'perTest',
	thresholds: { high: 95, low: 85, break: 85 },
	ignorePatterns: ['dist', 'examples', 'reports'],
	// Mutants of values that are created when a file is loaded, such as labels, would run every test.
	ignoreStatic: true,
	// More than the usual two processors, because many tests wait for responses.
	concurrency: 3,
	// Tests of one mutant take a second or two. Longer ones are in an endless loop.
	timeoutMS: 5_000,
	timeoutFactor: 3,
	// Stryker's first test run records which tests cover each mutant, and takes minutes in large folders.
	dryRunTimeoutMinutes: 30,
	reporters: ['clear-text', 'json', 'progress-append-only'],
	jsonReporter: { fileName: `reports/mutation/${folder}.json` },
	clearTextReporter: { allowColor: false, logTests: false },
	tempDirName: 'reports/mutation/sandbox',
	// Otherwise, npm run lint would read the sandbox of a failed run.
	cleanTempDir: 'always',
};
