// Tells `.ci/run` how many tests passed and failed: npm test runs jest several times, and each run
// adds a line. Does nothing where no file is named. Plain JavaScript, because jest loads it as it is.
'use strict';

const { appendFileSync } = require('node:fs');

const file = process.env.TEST_COUNTS_FILE;

module.exports = class CountTests {
	onRunComplete(_contexts, results) {
		if (!file) return;
		// A test file that can't even be loaded has no failed test, but it has failed.
		const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
		appendFileSync(file, `${results.numPassedTests} ${failed}\n`);
	}
};
