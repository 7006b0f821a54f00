import { type ContactHistory, contactHistoryOf } from './contactHistory';
import {
	contactIdIn,
	fetchedId,
	idText,
	type ItemEvent,
	type ItemEvidence,
	type Oracle,
	outputOf,
} from './evidence';

/** How long before a request its contact had the value, in milliseconds. */
export const maxAgeMs = 2 * 60_000;

/**
 * C1: a request that needs a contact by value goes to the only contact that has exactly this value
 * now (in the last 2 minutes), or fails before anything is sent. It doesn't fail if this contact can
 * be found.
 */
export const exactContact: Oracle = (evidence) =>
	evidence.items.flatMap((item) => {
		const { lagMs } = evidence.history.conditions.search;
		const { operation } = item.execution.plan;
		const history = contactHistoryOf(evidence, item);
		if (history === undefined || operation === 'upsert' || operation === 'getAll') return [];
		const written = item.requests.map((request) => ({
			id: contactIdIn(request),
			at: request.writtenAt,
			searchedSince: request.writtenAt - maxAgeMs - lagMs,
		}));
		const read = item.reports.flatMap((report) =>
			outputOf(report, item.itemIndex).map(({ id }) => ({
				id: operation === 'get' && id !== undefined ? idText(id) : undefined,
				at: report.attempt.endedAt,
				searchedSince: -Infinity,
			})),
		);
		return [
			...[...written, ...read].map(({ id, at, searchedSince }) => {
				if (id === undefined) return undefined;
				const period = history.searched(({ writtenAt }) => writtenAt < at);
				const since = Math.max(searchedSince, period?.from ?? 0);
				return wrongContact(item, history, id, period && { ...period, from: since });
			}),
			...item.reports.map((report) => notFound(item, history, report)),
		];
	});

/** Returns a violation if an item concerns another contact than the only one with its value. */
export function wrongContact(
	{ name }: ItemEvidence,
	history: ContactHistory,
	id: string,
	period: ReturnType<ContactHistory['searched']>,
): string | undefined {
	const { searched, primary, forms = [] } = history.interpretations;
	if (period === undefined) return `${name} reached contact ${id} without a search`;
	const values = history.valuesIn(id, period);
	const matches = searched.filter((value) => values.includes(value));
	const words = `${history.name} ${searched.join(' or ')}`;
	if (matches.length === 0) {
		return `${name} is for the ${words}, but reached contact ${id} with ${values.join(', ')}`;
	}
	const others = (value: string) =>
		history.always(value, period).filter((other) => other !== fetchedId(id));
	if (matches.every((value) => others(value).length > 0)) {
		return `${name} reached contact ${id}, but others have the ${words}, too`;
	}
	const otherForm = forms.find((form) => others(form).length > 0);
	if (otherForm !== undefined && matches.some((value) => forms.includes(value))) {
		return `${name} reached contact ${id}, but another one has the ${history.name} ${otherForm}`;
	}
	const isSecondChoice = primary !== undefined && !matches.includes(primary);
	return isSecondChoice && others(primary).length > 0
		? `${name} reached contact ${id}, but another one has the ${history.name} ${primary}`
		: undefined;
}

function notFound(
	item: ItemEvidence,
	history: ContactHistory,
	{ outcome, text, number, attempt: { endedAt } }: ItemEvent,
): string | undefined {
	const isMissing = outcome === 'skipped' ? item.key === undefined : /^No contact/.test(text);
	const { primary } = history.interpretations;
	const period = history.searched(({ attempt }) => attempt === number);
	if (!isMissing || primary === undefined || period === undefined) return undefined;
	// The contact can be deleted between the search and the item's request.
	const untilEnd = { ...period, to: endedAt };
	const [found] = history.always(primary, untilEnd);
	return found === undefined
		? undefined
		: `${item.name} found no contact, but contact ${found} has the ${history.name} ${primary}`;
}
