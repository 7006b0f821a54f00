import type { TriggerRecording } from '../world/triggerRecording';
import type { Oracle } from './oracle';
import { isReadable } from './readableContacts';
import { baselineEnd } from './triggerKnowledge';
import { maxUnclear, triggerEvidence, type Memory, type TriggerEvidence } from './triggerEvidence';
import { type Content, matchesOf, searchedContent, watchedIn } from './watchedContacts';

/** Contacts that match again for fewer passes need not be noticed (T1). */
const passesToMatch = 2;

/** In this number of passes, a trigger notices that a contact stopped matching. */
const passesToNotice = maxUnclear + 2;

/** T1: every change is reported. */
export const missingEvents: Oracle<TriggerRecording> = (recording) =>
	triggerEvidence(recording).flatMap((trigger, index) =>
		[...droppedEvents(trigger), ...missingEventsOf(trigger)].map(
			(text) => `trigger ${String(index)}: ${text}`,
		),
	);

function droppedEvents({ endedPolls }: TriggerEvidence): string[] {
	return endedPolls
		.flatMap(({ dropped }) => dropped)
		.map((id) => `a poll finds the new contact ${id} and drops it`);
}

/** Returns the events that are missing at the end, according to each process that still polls. */
export function missingEventsOf(trigger: TriggerEvidence): string[] {
	const memories = trigger.pollingMemories();
	// A failing first page prevents the activation.
	if (memories.length === 0 && trigger.recording.failingPages.length === 0) {
		return ['it never polls'];
	}
	return memories.flatMap((memory) =>
		memory.epoch.contacts.ids().flatMap((id) => missingEvent(trigger, memory, id) ?? []),
	);
}

function missingEvent(trigger: TriggerEvidence, memory: Memory, id: string): string | undefined {
	const { epoch, knowledge } = memory;
	const { search, recording } = trigger;
	const { settings, contacts, events } = epoch;
	const [match, previous] = matchesOf(contacts, id, settings).reverse();
	if (match === undefined) return undefined;
	const isReportedSince = (time: number) =>
		events.some((event) => event.id === id && event.at >= time);
	const { failingPages } = recording;
	const { lagMs } = search;
	const { passTimes } = knowledge;
	const baselineAt = baselineEnd(knowledge);
	const passesBetween = (from: number, to: number) =>
		passTimes.filter((time) => time > from && time < to).length;
	if (match.until !== Infinity) {
		const shownAt = knowledge.shownAt.get(id) ?? -Infinity;
		// Results that contradict an earlier lookup may lag behind.
		const isBrief =
			previous !== undefined && passesBetween(match.since, match.until) < passesToMatch;
		const isKnown = shownAt >= match.since && shownAt < match.until && !isBrief;
		if (settings.event !== 'contactStopsMatching' || !isKnown) return undefined;
		if (failingPages.length > 0 || isReportedSince(match.until)) return undefined;
		return `contact ${id} stopped matching at ${String(match.until)} ms, which is never reported`;
	}
	const changedAt = contacts.versionsOf(id).at(-1)?.since ?? 0;
	const since = settings.event === 'contactChanges' ? changedAt + lagMs : match.since;
	if (!isReadable(trigger, memory, id, since)) return undefined;
	if (settings.event === 'contactChanges') {
		const known = knowledge.present.get(id);
		const contact = contacts.get(id);
		if (known === undefined || contact === undefined) return undefined;
		const current = watchedIn(searchedContent(contact, search), settings);
		// Only the first lookup of a contact can show a field that searches omit.
		const searched = watchedIn(searchedContent(JSON.parse(known) as Content, search), settings);
		if (searched === current || known === watchedIn(contact, settings)) return undefined;
		// Without a clear lookup, a cleared field looks like one that searches omit.
		const isUnclear = (epoch.unclear.get(id)?.length ?? 0) >= maxUnclear;
		if (isUnclear && search.omittedFields === 'empty') return undefined;
		return `contact ${id} changed to ${current.slice(0, 200)}, which is never reported`;
	}
	if (settings.event !== 'contactMatches') return undefined;
	if (epoch.includesExisting && match.since <= epoch.since) return undefined;
	const isNew = baselineAt !== undefined && match.since > baselineAt;
	if ((!isNew && !epoch.includesExisting) || isReportedSince(match.since)) return undefined;
	if (previous !== undefined) {
		const passes = passesBetween(previous.until + lagMs, match.since);
		if (passes < passesToNotice) return undefined;
	}
	return `contact ${id} started to match at ${String(match.since)} ms, which is never reported`;
}
