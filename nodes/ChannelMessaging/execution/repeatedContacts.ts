import type { ItemOutcome } from './itemOutcome';

/**
 * Several messages to one contact are a mistake if a list contains a person twice, or if *Contact*
 * still has the fixed value of the first test.
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
