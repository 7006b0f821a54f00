// Tells `.ci/run` how many tests passed and failed, and which failed and why: what fails in the
// middle of thousands of lines is hard to find. jest runs several times; each run adds its lines.
// Does nothing where no folder is named. Plain JavaScript, because jest loads it as it is.
'use strict';

const { appendFileSync } = require('node:fs');
const { join } = require('node:path');

const folder = process.env.TEST_RESULTS_FOLDER;
/** Characters of a failure: what was expected and what came, not the whole stack. */
const excerptLength = 1_500;

module.exports = class TellResults {
	onTestResult(_test, { failureMessage }) {
		if (!folder || !failureMessage) return;
		appendFileSync(join(folder, 'failures'), `${failureMessage.slice(0, excerptLength)}\n`);
	}

	onRunComplete(_contexts, results) {
		if (!folder) return;
		// A test file that can't even be loaded has no failed test, but it has failed.
		const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
		appendFileSync(join(folder, 'counts'), `${results.numPassedTests} ${failed}\n`);
	}
};
