import { singleMessage, usualConditions } from './history';

/** A history of any kind. */
export interface PrintedHistory {
	events: ReadonlyArray<{
		kind: string;
		/** The time since the previous event, if it matters. */
		afterMs?: number;
	}>;
}

const maxTextLength = 100;

/**
 * Returns a history as text, one line per property and per event. Leaves out properties of
 * executions and conditions with the usual values.
 */
export function historyInWords({ events, ...others }: PrintedHistory): string[] {
	let atMs = 0;
	return [
		...Object.entries(others).map(([name, value]) => `${name}: ${inWords(value)}`),
		...events.map(({ kind, afterMs, ...properties }) => {
			atMs += afterMs ?? 0;
			const time = afterMs === undefined ? '' : `${(atMs / 1_000).toFixed(3)} s`;
			return `${time.padStart(12)}  ${kind} ${inWords(properties)}`;
		}),
	];
}

const usual = new Map<string, unknown>(Object.entries({ ...usualConditions, ...singleMessage }));

function inWords(value: unknown): string {
	return JSON.stringify(value, (name, property: unknown) => {
		if (JSON.stringify(property) === JSON.stringify(usual.get(name))) return undefined;
		return typeof property === 'string' ? property.slice(0, maxTextLength) : property;
	});
}
