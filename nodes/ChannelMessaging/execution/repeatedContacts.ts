import { mapInSlices, type TimeSlice } from '../scheduling/timeSlicer';
import type { ItemOutcome } from './itemOutcome';

/**
 * Warns if one contact receives several messages. A list may contain a person twice, or *Contact*
 * may still have a fixed value from the first test.
 */
export async function repeatedContactsWarning(
	outcomes: readonly ItemOutcome[],
	slice: TimeSlice,
): Promise<string | undefined> {
	const firstItems = new Map<unknown, number>();
	let repeated = 0;
	let example: { contactId: unknown; first: number; second: number } | undefined;
	await mapInSlices(outcomes, slice, (outcome, itemIndex) => {
		if (outcome.kind !== 'done') return;
		const contactId = outcome.result[0]?.contactId;
		const first = firstItems.get(contactId);
		if (first === undefined) {
			firstItems.set(contactId, itemIndex);
			return;
		}
		repeated += 1;
		example ??= { contactId, first, second: itemIndex };
	});
	if (example === undefined) return undefined;
	const { contactId, first, second } = example;
	return `${String(repeated)} of ${String(outcomes.length)} items have the same contact as an earlier item, such as items ${String(first)} and ${String(second)}, which have the ID ${String(contactId)}. The first item is 0.`;
}
