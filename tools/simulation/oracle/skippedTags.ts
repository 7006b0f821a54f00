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

/** The maximum age of a contact's tags when a message is written, in milliseconds. */
const maxAgeMs = 2 * 60_000;

/** ICU determines which letters look equal to people. */
const collator = new Intl.Collator('en', { sensitivity: 'base' });

/** The history contains tags with a Cyrillic `о`. An ampersand changes the meaning. */
const joined = (tag: string) =>
	tag
		.replace(/^<(.*)>$/, '$1')
		.replace(/(?!&)[\p{P}\s]/gu, '')
		.replaceAll('\u043E', 'o');

const isOptOut = (tag: string) => collator.compare(joined(tag), joined(optedOut)) === 0;

/**
 * C8: no message goes to a contact that had the tag 2 minutes before the message was sent, in any
 * attempt, and only contacts that had the tag are skipped because of it. Search results lag behind.
 */
export const skippedTags: Oracle = (evidence) =>
	evidence.items
		.filter(({ execution: { plan } }) => plan.operation === 'send')
		.flatMap((item) => [
			...(isByTag(item) ? item.requests : []).map((request) => {
				const { token, writtenAt } = request;
				const period = { from: writtenAt - maxAgeMs, to: writtenAt };
				const states = tagStates(evidence, token, contactIdIn(request), period);
				return states.length > 0 && states.every(Boolean)
					? `${item.name} was sent to a contact with the tag`
					: undefined;
			}),
			...item.reports
				.filter(({ outcome }) => outcome === 'tagged')
				.map((report) => {
					const [json] = outputOf(report, item.itemIndex);
					const { neverMessagesTagged, skipsTagged } = item.execution.plan;
					const isSet = json?.['reason'] === 'optedOut' ? neverMessagesTagged : skipsTagged;
					if (!isSet) return `${item.name} was skipped because of a tag that isn't to be skipped`;
					const contactId = idText(json?.['contactId']);
					const period = { from: item.execution.startedAt, to: report.attempt.endedAt };
					const states = item.tokens.flatMap((token) =>
						tagStates(evidence, token, contactId, period),
					);
					return states.some(Boolean)
						? undefined
						: `${item.name} was skipped because of a tag that the contact didn't have`;
				}),
		]);

function isByTag({ execution: { plan } }: ItemEvidence): boolean {
	return plan.skipsTagged || plan.neverMessagesTagged;
}

/** Returns whether a contact had the tag in a period, which is longer if search results lag. */
function tagStates(
	{ contacts, history, startDate }: Evidence,
	token: string,
	contactId = '',
	period: { from: number; to: number },
): boolean[] {
	const versions = contacts.get(token)?.versionsOf(fetchedId(contactId)) ?? [];
	const { to } = period;
	const from = period.from - history.conditions.search.lagMs;
	const times = versions.map(({ since }) => since - startDate);
	return versions
		.filter((_, index) => (times[index] ?? 0) <= to && (times[index + 1] ?? Infinity) > from)
		.map(({ contact }) => contact?.tags.some(isOptOut) ?? false);
}
