import type { ItemOutcome } from './itemOutcome';

/**
 * Warns if one contact receives several messages. A list may contain a person twice, or *Contact*
 * may still have the fixed value from a first test.
 */
export function repeatedContactsWarning(outcomes: readonly ItemOutcome[]): string | undefined {
	const known = new Set<unknown>();
	const repeated: number[] = [];
	for (const [itemIndex, outcome] of outcomes.entries()) {
		if (outcome.kind !== 'done') continue;
		const contactId = outcome.result[0]?.contactId;
		if (known.has(contactId)) repeated.push(itemIndex);
		known.add(contactId);
	}
	const [first] = repeated;
	if (first === undefined) return undefined;
	return `${String(repeated.length)} of ${String(outcomes.length)} items have the same contact as an earlier item, such as item ${String(first)}.`;
}
