import type { TriggerRecording } from '../world/triggerRecording';
import type { Oracle } from './oracle';
import {
	maxUnclear,
	triggerEvidence,
	type ReportedEvent,
	type TriggerEvidence,
} from './triggerEvidence';
import {
	contentsOf,
	lookedUpContent,
	matchesOf,
	searchedContent,
	searchedValues,
	watchedIn,
	type Match,
	type ShownContact,
} from './watchedContacts';

/** The maximum duration of a poll, in milliseconds. */
const maxPollMs = 20_000;

/** The number of characters of watched content above which an event has no `before`. */
const maxContentCharacters = 5_000;

/** T2: an event has a change, and is reported once. */
export const falseEvents: Oracle<TriggerRecording> = (recording) =>
	triggerEvidence(recording).flatMap((trigger, index) => {
		const outdated = trigger.endedPolls
			.filter(({ isOutdated, events }) => isOutdated && events > 0)
			.map(() => 'a poll returns events, although a newer one has ended before it');
		const wrong = trigger.reported.flatMap((event) => [
			...repetition(trigger, event),
			...wrongContent(trigger, event),
		]);
		return [...outdated, ...wrong].map((text) => `trigger ${String(index)}: ${text}`);
	});

/**
 * Contacts that the searches of a baseline didn't show, and events that are repeated because n8n or a
 * person has replaced static data with older data.
 */
export const exceptedEvents: Oracle<TriggerRecording> = (recording) =>
	triggerEvidence(recording).flatMap((trigger) =>
		trigger.reported
			.filter((event) => {
				const justified = justifiedEvents(trigger, event);
				const { count } = event;
				return count > justified && count <= justified + exceptions(trigger, event);
			})
			.map(() => 'an event is excepted'),
	);

function exceptions(trigger: TriggerEvidence, event: ReportedEvent): number {
	const { epoch, id } = event;
	const isNew = !epoch.includesExisting && (isHidden(trigger, event) || isMoving(trigger, event));
	return epoch.forgotten.filter((forgotten) => forgotten === id).length + (isNew ? 1 : 0);
}

function repetition(trigger: TriggerEvidence, event: ReportedEvent): string[] {
	const { epoch, id, count, at } = event;
	const allowed = justifiedEvents(trigger, event) + exceptions(trigger, event);
	if (count <= allowed) return [];
	const text = `${epoch.settings.event} reports contact ${id} ${String(count)} times`;
	return [`${text} instead of ${String(allowed)} times (${String(at)} ms)`];
}

function wrongContent({ search }: TriggerEvidence, event: ReportedEvent): string[] {
	const { epoch, json, at, id, isKnown } = event;
	const { settings, contacts } = epoch;
	const { contactId, before } = json;
	const wrong = contactId === id ? [] : [`the event of contact ${id} has no contactId`];
	if (settings.event !== 'contactChanges') return wrong;
	const after = watchedIn(json as unknown as ShownContact, settings);
	const since = epoch.since - search.lagMs - maxPollMs;
	const contents = contentsOf(contacts, id, since, at).flatMap((content) => [
		watchedIn(content, settings),
		watchedIn(searchedContent(content, search), settings),
		watchedIn(lookedUpContent(content, search), settings),
	]);
	const isShort = contents.every(({ length }) => length <= maxContentCharacters);
	if (before === undefined && isKnown && isShort) {
		wrong.push(`the event of contact ${id} has no previous content`);
	}
	const texts = before === undefined ? [after] : [after, JSON.stringify(before)];
	for (const text of texts) {
		if (!contents.includes(text)) wrong.push(`contact ${id} never had the content ${text}`);
	}
	if (texts[1] === after) wrong.push(`contact ${id} is reported without a change`);
	return wrong;
}

/** Whether a contact matched at the baseline, but ten passes didn't show it, so that it is new (T2). */
function isHidden(
	{ search }: TriggerEvidence,
	{ epoch: { settings, contacts, since }, shownByTenPasses, id }: ReportedEvent,
): boolean {
	return (
		settings.event === 'contactMatches' &&
		shownByTenPasses?.has(id) === false &&
		isExisting(matchesOf(contacts, id, settings), since, search)
	);
}

/**
 * Whether an existing contact moved between the lists of two spellings during the baseline. If it is
 * in the other list at each search, the totals of both lists are complete without it.
 */
function isMoving({ search }: TriggerEvidence, event: ReportedEvent): boolean {
	const { epoch, id, at, count } = event;
	const { settings, contacts, since } = epoch;
	const values = searchedValues(settings);
	if (settings.event !== 'contactMatches' || values.length === 1 || count > 1) return false;
	const lists = contacts.versionsOf(id).map((version) => ({
		since: version.since,
		list: values.indexOf(version.contact?.custom_fields['status'] ?? ''),
	}));
	const moves = lists.filter(({ list, since: movedAt }, index) => {
		const before = lists[index - 1]?.list ?? -1;
		return movedAt + search.lagMs > since && movedAt <= at && Math.min(list, before) >= 0;
	});
	return moves.length > 1 && isExisting(matchesOf(contacts, id, settings), since, search);
}

/** Whether a contact matches at the start of an epoch. */
function isExisting(
	matches: readonly Match[],
	since: number,
	{ lagMs }: TriggerEvidence['search'],
): boolean {
	return matches.some((match) => match.since + lagMs <= since && match.until + lagMs > since);
}

/** Returns how many events of a contact are justified since the start of the epoch. */
function justifiedEvents({ search }: TriggerEvidence, { epoch, id, at }: ReportedEvent): number {
	const { settings, contacts, since } = epoch;
	const { lagMs } = search;
	const isLater = (time: number) => time <= at && time + lagMs > since;
	const unclear = (epoch.unclear.get(id) ?? []).filter((time) => time <= at).length;
	const countedAsGone = Math.floor(unclear / maxUnclear);
	const matches = matchesOf(contacts, id, settings);
	switch (settings.event) {
		case 'contactChanges': {
			// Lookups show fields that searches omit.
			const contents = contacts.versionsOf(id).map(({ since: changedAt, contact }) => ({
				changedAt,
				text: contact && watchedIn(contact, settings),
			}));
			return contents.filter(
				({ changedAt, text }, index) => isLater(changedAt) && text !== contents[index - 1]?.text,
			).length;
		}
		case 'contactStopsMatching':
			return matches.filter(({ until }) => isLater(until)).length + countedAsGone;
		case 'contactMatches': {
			const started = matches.filter((match) => isLater(match.since)).length;
			const isIncluded = epoch.includesExisting && isExisting(matches, since, search);
			const existing = isIncluded ? 1 : 0;
			return started + existing + countedAsGone;
		}
	}
}
