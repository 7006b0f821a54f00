import { cpuTimeMs } from '../longestBlock';

/** The longest turns of the event loop in CPU time. `undefined` if the phase didn't occur. */
interface LongestTurns {
	/** Before the first request, or in an execution without requests. */
	beforeMs: number;
	betweenMs: number | undefined;
	/** After the latest request. */
	afterMs: number | undefined;
}

/** Measures the CPU time of each turn of the event loop between `start` and `stop`. */
export function watchTurns() {
	let isRunning = false;
	let last = 0;
	/** The longest turn until the first request, and after each request until the next one. */
	const longest = { before: 0, between: 0, sinceRequest: 0 };
	let hasRequested = false;
	const measure = () => {
		if (!isRunning) return;
		const now = cpuTimeMs();
		const ms = now - last;
		last = now;
		const phase = hasRequested ? 'sinceRequest' : 'before';
		longest[phase] = Math.max(longest[phase], ms);
	};
	const watch = () => {
		measure();
		if (isRunning) setImmediate(watch);
	};
	return {
		start: () => {
			isRunning = true;
			last = cpuTimeMs();
			setImmediate(watch);
		},
		stop: () => {
			measure();
			isRunning = false;
		},
		requested: () => {
			longest.between = Math.max(longest.between, longest.sinceRequest);
			longest.sinceRequest = 0;
			hasRequested = true;
		},
		end: (): LongestTurns => ({
			beforeMs: longest.before,
			betweenMs: hasRequested ? longest.between : undefined,
			afterMs: hasRequested ? longest.sinceRequest : undefined,
		}),
	};
}
