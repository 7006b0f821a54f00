import type { IDataObject } from 'n8n-workflow';

import type { ExecutionPlan } from '../history/history';
import type { RecordedAttempt } from '../world/recording';

/** The report of an attempt about an item. */
export interface ItemReport {
	/**
	 * `stopped`: another item's failure stopped the node before this item was processed. `tagged`:
	 * skipped because of the contact's tag. `unlisted`: possibly one of the items that the error only
	 * counts.
	 */
	outcome: 'done' | 'notDone' | 'skipped' | 'stopped' | 'tagged' | 'unknown' | 'unlisted';
	/** The title and the description of an error, or an empty string. */
	text: string;
}

/** Returns the item numbers in text such as `items 0–4, 6 and 8–9`, or `items 0–4, 6 and 2 more`. */
function itemNumbers(text: string): number[] {
	const listed = text.replace(/ and \d+ more$/, '');
	return [...listed.matchAll(/(\d+)(?:–(\d+))?/g)].flatMap(([, first, last = first]) =>
		Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => Number(first) + index),
	);
}

/**
 * Reads an error that ends an attempt, such as `Blocked [item 5]` with the description `Already
 * sent: items 0–4.` or `5 of 9 were sent (items 0–4).`
 */
function reportsOfError(
	{ message, description }: NonNullable<RecordedAttempt['error']>,
	plan: ExecutionPlan,
): ItemReport[] {
	let completeUntil = Infinity;
	const listed = (words: string) => {
		const [, list = ''] = new RegExp(`${words} ?(items? [^.)]*)`).exec(description) ?? [];
		const numbers = itemNumbers(list);
		if (list.endsWith(' more')) completeUntil = Math.min(completeUntil, Math.max(...numbers));
		return new Set(numbers);
	};
	const done = listed(String.raw`(?:Already [a-z]+:|\d+ of \d+ (?:was|were) [a-z]+ \()`);
	const unknown = listed('Possibly [a-z]+:');
	const skipped = listed(String.raw`Skipped \(.*\):`);
	// An error that concerns several items has no item number.
	const [, cause] = /\[item (\d+)(?:: .*)?\]$/s.exec(message) ?? [];
	const isUncertain =
		/may or may not have been|messages, \d+ (was|were) sent|may have been sent/.test(description);
	return Array.from({ length: plan.items }, (_, itemIndex) => {
		if (done.has(itemIndex)) return { outcome: 'done', text: '' };
		if (skipped.has(itemIndex)) return { outcome: 'skipped', text: '' };
		if (itemIndex !== Number(cause)) {
			if (unknown.has(itemIndex)) return { outcome: 'unknown', text: '' };
			return { outcome: itemIndex > completeUntil ? 'unlisted' : 'stopped', text: '' };
		}
		return { outcome: isUncertain ? 'unknown' : 'notDone', text: `${message}. ${description}` };
	});
}

/**
 * Returns the report of an attempt about each item, from the output or the error. Items that are
 * missing from the output have no report.
 */
export function reportsOf(attempt: RecordedAttempt, plan: ExecutionPlan): ItemReport[] {
	if (attempt.error !== undefined) return reportsOfError(attempt.error, plan);
	const reports: ItemReport[] = [];
	for (const { json, pairedItem } of attempt.output ?? []) {
		const { item } = pairedItem as { item: number };
		if (json['error'] === undefined) {
			reports[item] = { outcome: outcomeOf(json), text: '' };
		} else {
			const { outcome, message, description } = json['error'] as Record<string, string>;
			reports[item] = {
				outcome: outcome === 'unknown' ? 'unknown' : 'notDone',
				text: `${String(message)}. ${String(description)}`,
			};
		}
	}
	return reports;
}

/** Returns the outcome of an item without an error. */
function outcomeOf({ status, reason }: IDataObject): ItemReport['outcome'] {
	if (status !== 'skipped') return 'done';
	return reason === 'contactTagged' || reason === 'optedOut' ? 'tagged' : 'skipped';
}
