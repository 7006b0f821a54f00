// Starts the suites that wait for n8n's polls before all others, because they take longest but need
// little computing time. Without recorded durations, Jest starts the largest file first.
'use strict';

const { default: Sequencer } = require('@jest/test-sequencer');

const waitsForPolls = ({ path }) => /durableScheduler|trigger/.test(path);

module.exports = class PollsFirst extends Sequencer {
	sort(tests) {
		const sorted = super.sort(tests);
		return [...sorted.filter(waitsForPolls), ...sorted.filter((test) => !waitsForPolls(test))];
	}
};
