import type { VirtualClock } from '../../../test/support/virtualClock';
import { synchronousCompression } from './synchronousCompression';

/** The parts of the simulated world that the package's code in a process can access. */
interface Simulated {
	clock: VirtualClock;
	/** How much the system time of the process is ahead, in milliseconds. */
	clockSkewMs: number;
	/** Returns how long the process's monotonic clock stood still, in milliseconds. */
	asleepMs: () => number;
	random: () => number;
	sleep: (milliseconds: number) => Promise<void>;
}

/** Returns the globals that depend on time, on random numbers, or on other threads. */
export function simulatedGlobals({ clock, clockSkewMs, asleepMs, random, sleep }: Simulated) {
	const date = () => clock.date() + clockSkewMs;
	class SimulatedDate extends Date {
		constructor(...values: ConstructorParameters<DateConstructor> | []) {
			super(...((values.length === 0 ? [date()] : values) as [number]));
		}

		static override now(): number {
			return date();
		}
	}
	return {
		...synchronousCompression,
		performance: { now: () => clock.now() - asleepMs() },
		Date: SimulatedDate,
		Math: Object.create(Math, { random: { value: random } }) as typeof Math,
		AbortSignal: {
			timeout: (milliseconds: number) => {
				const controller = new AbortController();
				void sleep(milliseconds).then(() => {
					controller.abort();
				});
				return controller.signal;
			},
		},
	};
}
