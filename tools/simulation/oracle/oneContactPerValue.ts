import type { RecordedRequest } from '../world/recording';
import { type ContactHistory, contactHistoryOf } from './contactHistory';
import { contactIdIn, type Evidence, fetchedId, type ItemEvidence, type Oracle } from './evidence';
import { maxAgeMs, wrongContact } from './exactContact';
import { interpretationsOf } from './phoneNumbers';

interface Creation {
	item: ItemEvidence;
	history: ContactHistory;
	/** The value of *Match On*. */
	value: string;
	at: number;
	request: RecordedRequest;
	/** The ID of the new contact. */
	id: string | undefined;
}

/**
 * C2: *Create or Update* never changes a contact that doesn't have the value, and one process creates
 * at most one contact per value, even if search results lag behind.
 */
export const oneContactPerValue: Oracle = (evidence) => {
	const creations: Creation[] = [];
	const violations = evidence.items.flatMap((item) => {
		const history = contactHistoryOf(evidence, item);
		if (history === undefined || item.execution.plan.operation !== 'upsert') return [];
		return item.requests.map((request) => {
			const from = searchedAt(item, history, request);
			const isIncluded = ({ writtenAt }: RecordedRequest) =>
				writtenAt >= from && writtenAt < request.writtenAt;
			const id = contactIdIn(request);
			const period = history.searched(isIncluded);
			if (id !== undefined && request.path.endsWith('/tags')) {
				const created = creations.filter((one) => one.item === item).map((one) => one.id);
				const updated = item.requests
					.filter(({ path, writtenAt }) => !path.endsWith('/tags') && writtenAt < request.writtenAt)
					.map((update) => fetchedId(contactIdIn(update) ?? ''));
				return [...created, ...updated].includes(fetchedId(id))
					? undefined
					: `${item.name} tagged contact ${id}, which it didn't save`;
			}
			if (id !== undefined) {
				return wrongContact(item, history, id, period) ?? lostValue(evidence, history, request, id);
			}
			const value = valueIn(request, history.name);
			if (request.accepted) {
				const creation = { item, history, value, at: request.writtenAt, request };
				creations.push({ ...creation, id: createdBy(evidence, request) });
			}
			if (period === undefined) return `${item.name} created a contact without a search`;
			const known = history.interpretations.searched.flatMap((searched) =>
				history.always(searched, { ...period, to: request.writtenAt }),
			);
			return known.length > 0
				? `${item.name} created a contact, but contact ${String(known[0])} has the ${history.name} ${value}`
				: undefined;
		});
	});
	return [...violations, ...duplicates(creations)];
};

/** Returns a violation if the contact has lost the value while its update was waiting. */
function lostValue(
	{ history: { conditions } }: Evidence,
	history: ContactHistory,
	{ writtenAt }: RecordedRequest,
	id: string,
): string | undefined {
	const { searched } = history.interpretations;
	const from = writtenAt - maxAgeMs - conditions.search.lagMs;
	const values = history.valuesIn(id, { from, to: writtenAt });
	return searched.some((value) => values.includes(value))
		? undefined
		: `Contact ${id} was changed, although it no longer had the ${history.name} ${searched.join(' or ')}`;
}

/** Returns when the search ahead of a request began. Items with the same value wait for each other. */
function searchedAt(
	item: ItemEvidence,
	history: ContactHistory,
	{ attempt, writtenAt }: RecordedRequest,
): number {
	const { execution } = item;
	const first = firstSearched(item);
	const others = execution.items
		.filter((other) => firstSearched(other) === first)
		.flatMap((other) =>
			other.requests.filter((request) => other !== item || request.attempt !== attempt),
		);
	const before = others.map((request) => request.writtenAt).filter((at) => at < writtenAt);
	const searches = execution.requests.filter(
		(request) => history.isSearch(request) && request.writtenAt > Math.max(...before, -Infinity),
	);
	return searches[0]?.writtenAt ?? Infinity;
}

function firstSearched({ search, execution }: ItemEvidence): string | undefined {
	return search && (interpretationsOf(search, execution.plan).primary ?? search.value);
}

function valueIn({ body = '' }: RecordedRequest, name: string): string {
	const { custom_fields: fields } = JSON.parse(body) as {
		custom_fields: Array<{ name: string; value: string }>;
	};
	return fields.find((field) => field.name === name)?.value ?? '';
}

/** Returns the ID of the contact that a request created, whether or not there was a response. */
function createdBy(evidence: Evidence, { arrivedAt, body, token }: RecordedRequest) {
	const contacts = evidence.contacts.get(token);
	return contacts?.ids().find((id) => {
		const [first] = contacts.versionsOf(id);
		const { note = '' } = first?.contact?.custom_fields ?? {};
		return (
			note !== '' && first?.since === evidence.startDate + (arrivedAt ?? 0) && body?.includes(note)
		);
	});
}

/** Returns the phone number of a creation, without a plus sign, or `undefined` if it has none. */
function numberOf({ history, item, value }: Creation): string | undefined {
	const isNumber =
		item.execution.plan.phoneNumberFormat !== 'asWritten' &&
		history.name === 'phone' &&
		history.interpretations.numbers.includes(value);
	return isNumber ? value.replace('+', '') : undefined;
}

function duplicates(creations: readonly Creation[]): Array<string | undefined> {
	return creations.map((creation) => {
		const { item, history, value, at } = creation;
		const { worker, plan } = item.execution;
		const number = numberOf(creation);
		const earlier = creations.find(
			(other) =>
				other.at < at &&
				other.item.execution.worker === worker &&
				other.item.token === item.token &&
				(valueIn(other.request, history.name) === value ||
					(number !== undefined && numberOf(other) === number)) &&
				other.id !== undefined &&
				history
					.valuesIn(other.id, { from: other.at, to: at })
					.slice(1)
					.every((text) => text === valueIn(other.request, history.name)),
		);
		return earlier !== undefined && !plan.retryWhenUnsure
			? `${item.name} created another contact with the ${history.name} ${value} after ${earlier.item.name}`
			: undefined;
	});
}
