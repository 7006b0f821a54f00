// Loaded into n8n as a hook file, of which it has none: it waits for a signal to begin a CPU
// profile, and for a second one to write it, with every garbage collection, into a folder.
'use strict';

const { writeFileSync, renameSync } = require('node:fs');
const { Session } = require('node:inspector');
const { join } = require('node:path');
const { PerformanceObserver } = require('node:perf_hooks');

const microsecondsPerSample = 500;

let session;
let collections = [];

new PerformanceObserver((list) => {
	for (const { startTime, duration, detail } of list.getEntries()) {
		collections.push({ at: performance.timeOrigin + startTime, duration, kind: detail.kind });
	}
}).observe({ entryTypes: ['gc'] });

/** Whoever waits for the file must not find half of it. */
function write(name, content) {
	const file = join(process.env.BENCH_PROFILE_FOLDER, `${process.pid}-${name}`);
	writeFileSync(`${file}.partial`, JSON.stringify(content));
	renameSync(`${file}.partial`, file);
}

function begin() {
	session = new Session();
	session.connect();
	session.post('Profiler.enable');
	session.post('Profiler.setSamplingInterval', { interval: microsecondsPerSample });
	session.post('Profiler.start');
	collections = [];
	write('begun', {});
}

function end() {
	session.post('Profiler.stop', (failure, { profile }) => {
		session.disconnect();
		session = undefined;
		if (failure) throw new Error(failure.message);
		write('profile', profile);
		write('collections', collections);
	});
}

process.on('SIGUSR2', () => {
	if (session === undefined) begin();
	else end();
});

module.exports = {};
