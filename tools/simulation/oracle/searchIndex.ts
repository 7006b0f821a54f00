import type { ContactSearch } from '../../../test/support/service/configuration';
import type { ContactStore } from '../../../test/support/service/contacts/contactStore';
import type { Index } from './triggerKnowledge';

/** How much older than a search its total can be, in milliseconds. */
const totalLagMs: Record<ContactSearch['total'], number> = {
	exact: 0,
	estimate: Infinity,
	minuteAgo: 60_000,
};

/** Returns what searches for a status found at a time. */
export function searchIndex(
	contacts: ContactStore,
	status: string,
	search: ContactSearch,
	at: number,
): Index {
	return {
		found: () => {
			const ordered: ContactSearch = { ...search, order: 'oldestFirst', total: 'exact' };
			const results = contacts.search('status', status, ordered, at, () => 0);
			return results.contacts.flatMap((contact) => contact?.id ?? []);
		},
		isUnchangedSince: (time) => {
			const unchangedSince = time - search.lagMs - totalLagMs[search.total];
			return contacts
				.ids()
				.every((id) => contacts.versionsOf(id).every(({ since }) => since <= unchangedSince));
		},
	};
}
