// Skips the remaining tests of a file after a failure. Jest's own `bail` only skips other files.
'use strict';

const NodeEnvironment = require('@stryker-mutator/jest-runner/jest-env/node');

module.exports = class FailFastEnvironment extends NodeEnvironment {
	hasFailed = false;

	async handleTestEvent(event, state) {
		if (event.name === 'test_fn_failure' || event.name === 'hook_failure') this.hasFailed = true;
		if (event.name === 'test_start' && this.hasFailed) event.test.mode = 'skip';
		await super.handleTestEvent?.(event, state);
	}
};
