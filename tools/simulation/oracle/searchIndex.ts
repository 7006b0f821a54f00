import type { ContactSearch } from '../../../test/support/service/configuration';
import type { ContactStore } from '../../../test/support/service/contacts/contactStore';
import type { Index } from './triggerKnowledge';

/** How much older than a search its total can be, in milliseconds. */
const totalLagMs: Record<ContactSearch['total'], number> = {
	exact: 0,
	estimate: Infinity,
	minuteAgo: 60_000,
};

/** Returns what searches for statuses found at a time. */
export function searchIndex(
	contacts: ContactStore,
	statuses: readonly string[],
	{ lagMs, match, total }: ContactSearch,
	at: number,
): Index {
	const foundAt = (time: number) => [
		...new Set(statuses.flatMap((status) => contacts.idsWith('status', status, match, time))),
	];
	const statusesAt = (time: number) =>
		JSON.stringify(
			foundAt(time).map((id) => [id, contacts.get(id, time)?.custom_fields['status']]),
		);
	return {
		found: () => foundAt(at - lagMs),
		isUnchangedSince: (time) => {
			const start = time - lagMs - totalLagMs[total];
			const changes = contacts
				.ids()
				.flatMap((id) => contacts.versionsOf(id).map(({ since }) => since))
				.filter((since) => since > start && since <= at);
			const before = statusesAt(start);
			return [...new Set(changes)].every((change) => statusesAt(change) === before);
		},
	};
}
