// Starts the longest suites first: those that wait for n8n's polls, and those of other releases.
// Without recorded durations, Jest starts the largest file first.
'use strict';

const { default: Sequencer } = require('@jest/test-sequencer');

const takesLong = ({ path }) => /n8n.(versions|e2e.trigger)/.test(path);

module.exports = class LongSuitesFirst extends Sequencer {
	sort(tests) {
		const sorted = super.sort(tests);
		return [...sorted.filter(takesLong), ...sorted.filter((test) => !takesLong(test))];
	}
};
