import type { Evidence } from './evidence';

/** Returns how long the machine was asleep within a time. */
export function asleepMs({ machineSleeps }: Evidence, since: number, until: number): number {
	return machineSleeps
		.map(({ from, to }) => Math.max(0, Math.min(to, until) - Math.max(from, since)))
		.reduce((sum, milliseconds) => sum + milliseconds, 0);
}
