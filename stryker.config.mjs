// How `npm run mutate` has the sources of one folder changed, one spot at a time.
const folder = process.env.MUTATED_FOLDER;

export default {
	testRunner: 'jest',
	jest: { configFile: 'tools/mutation/jest.config.cjs' },
	coverageAnalysis: 'perTest',
	ignorePatterns: ['dist', 'docs', 'examples', 'reports'],
	// What is made once when a file is loaded, such as the labels of parameters, would take every test
	// for each of its changes.
	ignoreStatic: true,
	concurrency: 2,
	// The tests of any change take a second or two: what takes longer has lost its way.
	timeoutMS: 5_000,
	timeoutFactor: 3,
	// The last one tells in lines how far a run is.
	reporters: ['clear-text', 'json', 'progress-append-only'],
	jsonReporter: { fileName: `reports/mutation/${folder}.json` },
	clearTextReporter: { allowColor: false, logTests: false },
	tempDirName: 'reports/mutation/sandbox',
};
