import { once } from 'node:events';
import { connect } from 'node:net';

/** Leaves something behind, as a leak would, and gives how to take it away again. */
export type Plant = (serviceUrl: string) => Promise<() => void>;

/** Bytes that a small object with a few texts takes. */
const keptForEach = 3_072;

/** A leak of each kind, to show that the measurement notices it. */
export function plants(executions: number): ReadonlyArray<readonly [string, Plant]> {
	return [
		[
			'three kilobytes for each execution',
			() => {
				const words = keptForEach / 8;
				const kept = Array.from({ length: executions }, (_, number) =>
					new Array<number>(words).fill(number),
				);
				return Promise.resolve(() => kept.splice(0));
			},
		],
		[
			'a timer for each execution',
			() => {
				const timers = Array.from({ length: executions }, () =>
					setTimeout(() => undefined, 3_600_000),
				);
				return Promise.resolve(() => {
					for (const timer of timers) clearTimeout(timer);
				});
			},
		],
		[
			'a connection for every fiftieth execution',
			async (serviceUrl) => {
				const { hostname, port } = new URL(serviceUrl);
				const connections = Array.from({ length: executions / 50 }, () =>
					connect(Number(port), hostname),
				);
				await Promise.all(connections.map((connection) => once(connection, 'connect')));
				return () => {
					for (const connection of connections) connection.destroy();
				};
			},
		],
	];
}
