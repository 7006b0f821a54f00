import { optedOut } from '../world/items';
import {
	contactIdIn,
	type Evidence,
	fetchedId,
	idText,
	type ItemEvidence,
	type Oracle,
	outputOf,
} from './evidence';

/**
 * *Skip If Tagged*: no message goes to a contact that had the tag since before the execution, and
 * only contacts that had the tag are skipped because of it. Search results lag behind.
 */
export const skippedTags: Oracle = (evidence) =>
	evidence.items
		.filter(({ execution: { plan } }) => plan.skipsTagged && plan.operation === 'send')
		.flatMap((item) => [
			...item.requests.map((request) => {
				const states = tagStates(evidence, item, contactIdIn(request), request.writtenAt);
				return states.every(Boolean)
					? `${item.name} was sent to a contact with the tag`
					: undefined;
			}),
			...item.reports
				.filter(({ outcome }) => outcome === 'tagged')
				.map((report) => {
					const [json] = outputOf(report, item.itemIndex);
					const contactId = idText(json?.['contactId']);
					const states = tagStates(evidence, item, contactId, report.attempt.endedAt);
					return states.some(Boolean)
						? undefined
						: `${item.name} was skipped because of a tag that the contact didn't have`;
				}),
		]);

/** Returns whether a contact had the tag, from the start of the item's execution to a time. */
function tagStates(
	{ contacts, history, startDate }: Evidence,
	{ token, execution }: ItemEvidence,
	contactId = '',
	to: number,
): boolean[] {
	const versions = contacts.get(token)?.versionsOf(fetchedId(contactId)) ?? [];
	const from = execution.startedAt - history.conditions.search.lagMs;
	const times = versions.map(({ since }) => since - startDate);
	return versions
		.filter((_, index) => (times[index] ?? 0) <= to && (times[index + 1] ?? Infinity) > from)
		.map(({ contact }) => contact?.tags.includes(optedOut) ?? false);
}
