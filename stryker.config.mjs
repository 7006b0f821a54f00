// `npm run mutate` changes the sources one spot at a time, and tells which changes no test notices.
export default {
	testRunner: 'jest',
	jest: { configFile: 'test/support/mutation/jest.config.cjs' },
	coverageAnalysis: 'perTest',
	mutate: ['nodes/ChannelMessaging/**/*.ts'],
	ignorePatterns: ['dist', 'docs', 'examples', 'reports'],
	// What is made once when a file is loaded, such as the labels of parameters, would take every test
	// for each of its changes.
	ignoreStatic: true,
	concurrency: 2,
	timeoutMS: 20_000,
	timeoutFactor: 3,
	incremental: true,
	incrementalFile: 'reports/mutation/incremental.json',
	// The last one tells in lines how far a run is, which takes long.
	reporters: ['clear-text', 'html', 'json', 'progress-append-only'],
	htmlReporter: { fileName: 'reports/mutation/mutation.html' },
	jsonReporter: { fileName: 'reports/mutation/mutation.json' },
	clearTextReporter: { allowColor: false, logTests: false },
	tempDirName: 'reports/mutation/sandbox',
	thresholds: { high: 90, low: 85, break: 85 },
};
