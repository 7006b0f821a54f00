// A Jest reporter that appends the numbers of passed and failed tests, and the messages of failed
// tests, to files in `TEST_RESULTS_FOLDER`, so that `.ci/run` can add up several runs of Jest. Does
// nothing without that variable. Plain JavaScript, because Jest doesn't transpile reporters.
'use strict';

const { appendFileSync } = require('node:fs');
const { join } = require('node:path');

const folder = process.env.TEST_RESULTS_FOLDER;
/** Includes the expected and the received value, but not the stack. */
const maxMessageLength = 1_500;

module.exports = class CountResults {
	onTestResult(_test, { failureMessage }) {
		if (!folder || !failureMessage) return;
		appendFileSync(join(folder, 'failures'), `${failureMessage.slice(0, maxMessageLength)}\n`);
	}

	onRunComplete(_contexts, results) {
		if (!folder) return;
		// A test file that can't be loaded has no failed tests, but counts as a failure.
		const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
		appendFileSync(join(folder, 'counts'), `${results.numPassedTests} ${failed}\n`);
	}
};
