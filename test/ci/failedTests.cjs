// Tells `.ci/run` which tests failed and why, for the end of its output: what fails in the middle of
// thousands of lines is hard to find. Does nothing where no file is named. Plain JavaScript, because
// jest loads it as it is.
'use strict';

const { appendFileSync } = require('node:fs');

const file = process.env.FAILED_TESTS_FILE;
/** Characters of a failure: what was expected and what came, not the whole stack. */
const excerptLength = 1_500;

module.exports = class FailedTests {
	onTestResult(_test, { failureMessage }) {
		if (file && failureMessage) appendFileSync(file, `${failureMessage.slice(0, excerptLength)}\n`);
	}
};
