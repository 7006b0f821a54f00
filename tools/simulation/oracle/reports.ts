import type { ExecutionPlan } from '../history/history';
import type { RecordedAttempt } from '../world/recording';

/** What n8n learned about an item: `nothing` if the attempt's error doesn't mention reads. */
export interface ItemReport {
	outcome: 'done' | 'nothing' | 'notDone' | 'skipped' | 'unknown';
	/** The `reason` of a failed item, or its title if the node stopped. */
	reason: string;
	text: string;
}

const reads: ReadonlySet<ExecutionPlan['operation']> = new Set(['get']);

/** Returns the item numbers in text such as `items 0–4, 6 and 8–9`. */
function itemNumbers(text: string): number[] {
	return [...text.matchAll(/(\d+)(?:–(\d+))?/g)].flatMap(([, first, last = first]) =>
		Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => Number(first) + index),
	);
}

/** Reads the items of an error, such as `Already sent: items 0–4. Possibly sent: item 5.` */
function reportsOfError(
	{ message, description }: NonNullable<RecordedAttempt['error']>,
	plan: ExecutionPlan,
): ItemReport[] {
	const listed = (word: string) => {
		const [, list = ''] = new RegExp(`${word} [a-z]+: (items? [^.]*)`).exec(description) ?? [];
		return new Set(itemNumbers(list));
	};
	const [done, unknown] = [listed('Already'), listed('Possibly')];
	const isOnlyUnknown = plan.items === 1 && description.includes('may or may not have been');
	const reason = message.replace(/ \[item \d+\]$/, '');
	const cause = Number(/\[item (\d+)\]$/.exec(message)?.[1] ?? 0);
	return Array.from({ length: plan.items }, (_, itemIndex) => {
		const text = itemIndex === cause ? `${message}. ${description}` : '';
		const item = { reason: itemIndex === cause ? reason : 'stopped', text };
		if (done.has(itemIndex)) return { ...item, outcome: plan.keys > 0 ? 'skipped' : 'done' };
		if (unknown.has(itemIndex) || isOnlyUnknown) return { ...item, outcome: 'unknown' };
		return { ...item, outcome: reads.has(plan.operation) ? 'nothing' : 'notDone' };
	});
}

/** Returns what an attempt reported about each item, from its output or its error. */
export function reportsOf(attempt: RecordedAttempt, plan: ExecutionPlan): ItemReport[] {
	if (attempt.error !== undefined) return reportsOfError(attempt.error, plan);
	const reports: ItemReport[] = [];
	for (const { json, pairedItem } of attempt.output ?? []) {
		const itemIndex = (pairedItem as { item: number }).item;
		const error = json['error'] as Record<string, string> | undefined;
		if (error !== undefined) {
			const { outcome, reason = '', message = '', description = '' } = error;
			reports[itemIndex] = {
				outcome: outcome === 'unknown' ? 'unknown' : 'notDone',
				reason,
				text: `${message}. ${description}`,
			};
		} else {
			const outcome = json['status'] === 'skipped' ? 'skipped' : 'done';
			reports[itemIndex] = {
				outcome,
				reason: typeof json['reason'] === 'string' ? json['reason'] : '',
				text: '',
			};
		}
	}
	return reports;
}
