import { contactIdIn, fetchedId, type ItemEvidence, type Oracle } from './evidence';
import { interpretationsOf } from './phoneNumbers';

/**
 * M6: messages to one contact arrive in the order of the items, however it is identified. With
 * *Continue*, the items after a failed one are sent before n8n retries it, so each attempt has its own
 * order. *Create or Update* searches each contact immediately before saving it, so that only items
 * with the same value have an order.
 */
export const contactOrder: Oracle = ({ executions }) =>
	executions.flatMap(({ number, items, attempts, plan }) =>
		attempts.flatMap((_, attempt) => {
			const latest = new Map<string, { itemIndex: number; arrivedAt: number }>();
			const messagesOf = (item: ItemEvidence) =>
				item.messages.map((requests) => ({ ...item, requests }));
			return items.flatMap(messagesOf).map(({ name, itemIndex, requests, search }) => {
				const accepted = requests.filter(
					(request) => request.accepted && request.attempt === attempt,
				);
				const [first] = accepted;
				const id = first && contactIdIn(first);
				if (first?.arrivedAt === undefined || id === undefined) return undefined;
				const { arrivedAt } = first;
				const value =
					plan.operation === 'upsert' && search !== undefined
						? (interpretationsOf(search, plan).primary ?? search.value)
						: '';
				const contact = `${first.token} ${fetchedId(id)} ${value}`;
				const before = latest.get(contact);
				latest.set(contact, { itemIndex, arrivedAt });
				return before !== undefined && before.arrivedAt >= arrivedAt
					? `${name} arrived ahead of item ${String(before.itemIndex)} for the same contact in attempt ${String(attempt)} of execution ${String(number)}`
					: undefined;
			});
		}),
	);
