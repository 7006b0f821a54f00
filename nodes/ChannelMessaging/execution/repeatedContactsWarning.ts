import type { IDataObject } from 'n8n-workflow';

import { mapInSlices, type TimeSlice } from '../scheduling/timeSlicer';
import type { ItemOutcome } from './itemOutcome';
import { messageCountOf, messageCountsOf } from './messageCounts';
import { personLabelOf } from './personLabel';
import { sendOnceKeyOf } from './sendOnceKey';
import type { ReadItem } from './readItems';
import type { Recipient } from './recipient';
import { contactKeyOfOutcome } from './contactKeyOfOutcome';

/** How many contacts the warning lists. */
const maxNames = 3;

interface Repeated {
	name: string;
	itemIndexes: number[];
}

/**
 * Warns if several items have the same contact. A list can contain a person twice, or *Contact* can
 * still contain a value used for testing. This isn't an error, because several alerts to one person
 * are normal.
 *
 * @param isTest whether nothing was sent
 */
export async function repeatedContactsWarning(
	{
		items,
		outcomes,
		inputOf,
		isTest,
	}: {
		items: readonly ReadItem[];
		outcomes: readonly ItemOutcome[];
		inputOf: (itemIndex: number) => IDataObject;
		isTest: boolean;
	},
	slice: TimeSlice,
): Promise<string | undefined> {
	const firstItems = new Map<string, number>();
	const keys = new Set<string>();
	const repeated = new Map<string, Repeated>();
	const skipped = new Map<string, Repeated>();
	await mapInSlices(outcomes, slice, (outcome, itemIndex) => {
		const item = items[itemIndex];
		// An item with several messages can be skipped or fail after the first one was sent.
		if (messageCountsOf(outcome, messageCountOf(item)).done === 0) return;
		const contactKey = contactKeyOfOutcome(item, outcome);
		const sendOnceKey = sendOnceKeyOf(item, outcome);
		// A test doesn't skip items that have the same key as an earlier item.
		const isSkipped = isTest && sendOnceKey !== undefined && keys.has(sendOnceKey);
		if (sendOnceKey !== undefined) keys.add(sendOnceKey);
		const first = firstItems.get(contactKey);
		if (first === undefined) {
			firstItems.set(contactKey, itemIndex);
			return;
		}
		const recipient: Recipient =
			(outcome.kind === 'done' ? outcome.result[0] : outcome.recipient) ?? {};
		const name = personLabelOf(recipient, inputOf(first)) ?? `ID ${String(recipient.contactId)}`;
		const contacts = isSkipped ? skipped : repeated;
		const known = contacts.get(contactKey) ?? { name, itemIndexes: [first] };
		known.itemIndexes.push(itemIndex);
		contacts.set(contactKey, known);
	});
	const texts = [
		textFor(
			repeated,
			isTest ? 'would get messages from several items' : 'got messages from several items',
		),
		textFor(
			skipped,
			`${skipped.size === 1 ? 'has' : 'have'} several items, and only the first is sent`,
		),
	].filter((text) => text !== undefined);
	return texts.length === 0 ? undefined : `${texts.join(' ')} The first item is 0.`;
}

function textFor(repeated: ReadonlyMap<string, Repeated>, what: string): string | undefined {
	if (repeated.size === 0) return undefined;
	const listed = [...repeated.values()].slice(0, maxNames).map(({ name, itemIndexes }) => {
		const [first = 0, second = 0, ...others] = itemIndexes;
		const more = others.length === 0 ? '' : ` and ${String(others.length)} more`;
		return `${name} (items ${[first, second].join(others.length === 0 ? ' and ' : ', ')}${more})`;
	});
	const more = repeated.size > maxNames ? `, and ${String(repeated.size - maxNames)} more` : '';
	const contacts = repeated.size === 1 ? '1 contact' : `${String(repeated.size)} contacts`;
	return `${contacts} ${what}: ${listed.join(', ')}${more}.`;
}
