// A Jest sequencer that starts the longest test files first, so that no worker is idle at the end.
// Jest's own orders by size, unless earlier durations are known.
'use strict';

const { default: Sequencer } = require('@jest/test-sequencer');

/** Test files that take several minutes, longest first. */
const longest = ['n8n.test.ts', 'queue.test.ts', 'exampleConformance.test.ts'];

const rank = ({ path }) => {
	const index = longest.findIndex((name) => path.endsWith(`/${name}`));
	return index === -1 ? longest.length : index;
};

module.exports = class LongestFirst extends Sequencer {
	sort(tests) {
		return [...super.sort(tests)].sort((one, other) => rank(one) - rank(other));
	}
};
