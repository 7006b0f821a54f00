import type { IDataObject } from 'n8n-workflow';

import { mapInSlices, type TimeSlice } from '../scheduling/timeSlicer';
import type { ItemOutcome } from './itemOutcome';
import { personLabelOf } from './personLabel';
import type { ReadItem } from './readItems';
import { skipReasonOf } from './skipReasons';
import { contactKeyOf } from './summary';

/** How many contacts the warning lists. */
const maxNames = 3;

interface Repeated {
	name: string;
	itemIndexes: number[];
}

/**
 * Warns if several items have the same contact. A list can contain a person twice, or *Contact* can
 * still have a value from testing. This isn't an error, because several alerts to one person are
 * normal.
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
	const repeated = new Map<string, Repeated>();
	await mapInSlices(outcomes, slice, (outcome, itemIndex) => {
		if (outcome.kind !== 'done' || skipReasonOf(outcome) !== undefined) return;
		const key = contactKeyOf(items[itemIndex], outcome);
		const first = firstItems.get(key);
		if (first === undefined) {
			firstItems.set(key, itemIndex);
			return;
		}
		const [json = {}] = outcome.result;
		const name = personLabelOf(json, inputOf(first)) ?? `ID ${String(json.contactId)}`;
		const known = repeated.get(key) ?? { name, itemIndexes: [first] };
		known.itemIndexes.push(itemIndex);
		repeated.set(key, known);
	});
	if (repeated.size === 0) return undefined;
	const listed = [...repeated.values()].slice(0, maxNames).map(({ name, itemIndexes }) => {
		const [first = 0, second = 0, ...others] = itemIndexes;
		const more = others.length === 0 ? '' : ` and ${String(others.length)} more`;
		return `${name} (items ${[first, second].join(others.length === 0 ? ' and ' : ', ')}${more})`;
	});
	const more = repeated.size > maxNames ? `, and ${String(repeated.size - maxNames)} more` : '';
	const contacts = repeated.size === 1 ? '1 contact' : `${String(repeated.size)} contacts`;
	const verb = isTest ? 'would get' : 'got';
	return `${contacts} ${verb} messages from several items: ${listed.join(', ')}${more}. The first item is 0.`;
}
