import type { ItemOutcome } from './itemOutcome';

/**
 * Warns if one contact receives several messages. A list may contain a person twice, or *Contact*
 * may still have the fixed value from a first test.
 */
export function repeatedContactsWarning(outcomes: readonly ItemOutcome[]): string | undefined {
	const firstItems = new Map<unknown, number>();
	const repeated: Array<{ contactId: unknown; first: number; second: number }> = [];
	for (const [itemIndex, outcome] of outcomes.entries()) {
		if (outcome.kind !== 'done') continue;
		const contactId = outcome.result[0]?.contactId;
		const first = firstItems.get(contactId);
		if (first === undefined) firstItems.set(contactId, itemIndex);
		else repeated.push({ contactId, first, second: itemIndex });
	}
	const [example] = repeated;
	if (example === undefined) return undefined;
	const { contactId, first, second } = example;
	return `${String(repeated.length)} of ${String(outcomes.length)} items have the same contact as an earlier item, such as items ${String(first)} and ${String(second)}, which have the ID ${String(contactId)}. The first item is 0.`;
}
