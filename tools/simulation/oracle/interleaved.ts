import type { RecordedRequest } from '../world/recording';
import type { ItemEvidence } from './evidence';

/** The requests of an item in an attempt, with one key. */
interface Sending {
	item: ItemEvidence;
	from: number;
	to: number;
}

/**
 * Returns a violation for each item whose messages one process sent between two messages of another
 * item with the same key. Both contacts would then receive only some of their messages.
 */
export function interleaved(
	items: readonly ItemEvidence[],
	keyOf: (item: ItemEvidence, request: RecordedRequest) => string,
): string[] {
	const sendingsByKey = new Map<string, Map<string, Sending>>();
	for (const item of items) {
		if (item.messages.length === 1) continue;
		for (const request of item.requests) {
			const { attempt, worker, writtenAt } = request;
			const { workflow } = item.execution.plan;
			const key = `${String(worker)} ${String(workflow)} ${keyOf(item, request)}`;
			const sendings = sendingsByKey.get(key) ?? new Map<string, Sending>();
			sendingsByKey.set(key, sendings);
			const name = `${item.name} ${String(attempt)}`;
			const { from, to } = sendings.get(name) ?? { from: writtenAt, to: writtenAt };
			const period = { from: Math.min(from, writtenAt), to: Math.max(to, writtenAt) };
			sendings.set(name, { item, ...period });
		}
	}
	return [...sendingsByKey.values()].flatMap((sendings) => {
		const inOrder = [...sendings.values()].sort((one, other) => one.from - other.from);
		return inOrder.flatMap(({ item, from }, index) => {
			const earlier = inOrder.slice(0, index).find(({ to }) => to > from);
			return earlier === undefined
				? []
				: [
						`${item.name} was sent between messages of ${earlier.item.name}, which has the same key`,
					];
		});
	});
}
