import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import type { ChangingContacts } from './contacts';
import type { SearchConditions, TriggerHistory, TriggerSettings } from './history';
import type { Recording } from './play';
import type { Content, Fact, ShownContact } from './recording';
import { contentOf } from './service';

const contentSchema = z.object({
	custom_fields: z.record(z.string()),
	tags: z.array(z.string()),
});

const eventSchema = contentSchema.extend({
	id: z.union([z.number(), z.string()]),
	contactId: z.string().optional(),
	before: contentSchema.optional(),
});

/** The broken promises of a recording, in words. */
export interface Verdict {
	/** Events that must not exist, and errors without a cause. */
	wrong: readonly string[];
	/** Events that must exist at the end. */
	missing: readonly string[];
}

/** A time without a change of the settings or the channel. */
interface Epoch {
	readonly settings: TriggerSettings;
	readonly contacts: ChangingContacts;
	readonly key: string;
	readonly since: number;
	readonly events: Array<{ at: number; id: string }>;
	/** The times of lookups without a clear answer, by contact. */
	readonly unclear: Map<string, number[]>;
}

/** What a process can know from the responses that it received, or from saved static data. */
interface Knowledge {
	/** The contacts that matched when they were last seen, with the content that was reported. */
	present: Map<string, Content>;
	/** When each contact was last shown with the value. */
	shownAt: Map<string, number>;
	passTimes: number[];
	/** When the baseline was complete, and its contacts. */
	baseline: { at: number; ids: ReadonlySet<string> } | undefined;
}

interface Memory {
	epoch: Epoch;
	knowledge: Knowledge;
	/** The numbers of all saved static data that this process has read or written. */
	readonly saves: Set<number>;
	/** The next page of the pass. `undefined`: no pass is complete up to a page. */
	nextPage: number | undefined;
	/** Whether a request of the current poll had no success. */
	hasCause: boolean;
	/** Whether a page of the current poll has contacts, but none with the searched field. */
	lacksField: boolean;
	polledAt: number;
}

/**
 * A search through several pages can miss contacts that move to an earlier page, so a baseline
 * consists of two passes.
 */
const baselinePasses = 2;

/** The number of lookups without a clear answer after which a contact counts as gone. */
const maxUnclear = 3;

/** Contacts that match again for fewer passes need not be noticed (T1). */
const passesToMatch = 2;

/** In this number of passes, a trigger notices that a contact stopped matching. */
const passesToNotice = maxUnclear + 2;

/** The maximum duration of a poll, in milliseconds. */
const maxPollMs = 20_000;

/** The number of characters of watched content above which an event has no `before`. */
const maxContentCharacters = 5_000;

export function judge(recording: Recording, history: TriggerHistory): Verdict {
	const wrong: string[] = [];
	const missing: string[] = [];
	for (const trigger of history.triggers.keys()) {
		const facts = recording.facts.filter((fact) => fact.trigger === trigger);
		const judged = new JudgedTrigger(recording, history.search);
		for (const fact of facts) judged.follow(fact);
		const name = `trigger ${String(trigger + 1)}`;
		wrong.push(...judged.wrong.map((text) => `${name}: ${text}`));
		missing.push(...judged.missing().map((text) => `${name}: ${text}`));
	}
	return { wrong, missing };
}

class JudgedTrigger {
	readonly wrong: string[] = [];

	/** What each process remembers since its last poll with a response. */
	private readonly memories = new Map<number, Memory>();

	/** What each process remembers in its current poll. */
	private readonly polls = new Map<number, Memory>();

	private readonly saves = new Map<number, { epoch: Epoch; knowledge: Knowledge }>();

	constructor(
		private readonly recording: Recording,
		private readonly search: SearchConditions,
	) {}

	follow(fact: Fact): void {
		if (fact.kind === 'pollStarts') {
			this.startPoll(fact);
			return;
		}
		if (fact.kind === 'processEnds') {
			this.memories.delete(fact.process);
			this.polls.delete(fact.process);
			return;
		}
		const memory = this.polls.get(fact.process);
		if (memory === undefined) throw new Error('The process has not polled');
		const { epoch, knowledge } = memory;
		switch (fact.kind) {
			case 'failedRequest':
				memory.hasCause = true;
				break;
			case 'page':
				memory.lacksField ||= fact.lacksField;
				// A new baseline begins with the first response.
				if (!fact.lacksField) this.memories.set(fact.process, memory);
				for (const shown of fact.shown) show(memory, shown, fact.at);
				if (fact.page === 1) memory.nextPage = 1;
				memory.nextPage =
					fact.page === memory.nextPage && !fact.lacksField ? fact.page + 1 : undefined;
				if (fact.isLast && memory.nextPage !== undefined) {
					memory.nextPage = undefined;
					completePass(knowledge, fact);
				}
				break;
			case 'lookup':
				this.memories.set(fact.process, memory);
				if (fact.result === 'unclear') {
					const times = epoch.unclear.get(fact.id) ?? [];
					epoch.unclear.set(fact.id, [...times, fact.at]);
					memory.hasCause = true;
				} else if (fact.result === 'deleted') knowledge.present.delete(fact.id);
				else show(memory, fact.result, fact.at);
				break;
			case 'pollEnds':
				if (fact.error !== undefined && !this.hasCause(memory, fact.error)) {
					this.wrong.push(`a poll fails without a cause: ${fact.error}`);
				}
				if (fact.error === undefined && memory.lacksField && fact.events.length === 0) {
					this.wrong.push('a poll does not fail, although the results lack the searched field');
				}
				for (const json of fact.events) this.judgeEvent(memory, json, fact.at);
				break;
			case 'saved':
				memory.saves.add(fact.saved);
				this.saves.set(fact.saved, { epoch, knowledge: copyOf(knowledge) });
		}
	}

	private startPoll({
		at,
		process,
		settings,
		channel,
		saved,
	}: Extract<Fact, { kind: 'pollStarts' }>): void {
		const key = JSON.stringify([shownSettings(settings), channel]);
		const known = this.memories.get(process);
		const stored = known?.saves.has(saved) === true ? undefined : this.saves.get(saved);
		const continued = stored ?? known;
		const saves = new Set([...(known?.saves ?? []), saved]);
		const isSame = continued?.epoch.key === key;
		const contacts = this.recording.channels[channel];
		const memory: Memory = {
			epoch: isSame
				? continued.epoch
				: { settings, contacts, key, since: at, events: [], unclear: new Map() },
			knowledge: isSame ? copyOf(continued.knowledge) : newKnowledge(),
			saves,
			nextPage: isSame && stored === undefined ? known?.nextPage : undefined,
			hasCause: false,
			lacksField: false,
			polledAt: at,
		};
		this.polls.set(process, memory);
	}

	/** Returns whether a poll may fail. All triggers of a process share the rate limit. */
	private hasCause({ hasCause, lacksField }: Memory, error: string): boolean {
		const isRateLimited = /^(Too many requests|Still rate-limited)/.test(error);
		const wasRateLimited = this.recording.facts.some(
			(fact) => fact.kind === 'failedRequest' && fact.failure === '429',
		);
		return hasCause || lacksField || (isRateLimited && wasRateLimited);
	}

	private judgeEvent({ epoch, knowledge }: Memory, json: IDataObject, at: number): void {
		const { settings, contacts, events } = epoch;
		const { contactId, before, ...contact } = eventSchema.parse(json);
		const id = String(contact.id);
		events.push({ at, id });
		const count = events.filter((event) => event.id === id).length;
		const allowed = this.allowedEvents(epoch, knowledge, id, at);
		if (count > allowed) {
			const text = `${settings.event} reports contact ${id} ${String(count)} times`;
			this.wrong.push(`${text} instead of ${String(allowed)} times (${String(at)} ms)`);
		}
		if (contactId !== id) this.wrong.push(`the event of contact ${id} has no contactId`);
		if (settings.event !== 'contactChanges') return;
		const after = watched(contentOfEvent(contact), settings);
		knowledge.present.set(id, after);
		const since = epoch.since - this.search.lagMs - maxPollMs;
		const contents = contentsOf(contacts, id, since, at).map((content) =>
			JSON.stringify(watched(content, settings)),
		);
		if (!contents.includes(JSON.stringify(after))) {
			this.wrong.push(`contact ${id} never had the content ${JSON.stringify(after)}`);
		}
		if (before === undefined) {
			if (contents.every((content) => content.length <= maxContentCharacters)) {
				this.wrong.push(`the event of contact ${id} has no previous content`);
			}
			return;
		}
		if (!contents.includes(JSON.stringify(before))) {
			this.wrong.push(`contact ${id} never had the content ${JSON.stringify(before)}`);
		}
		if (JSON.stringify(before) === JSON.stringify(after)) {
			this.wrong.push(`contact ${id} is reported without a change`);
		}
	}

	/** Returns how many events of a contact are allowed since the start of the epoch. */
	private allowedEvents(epoch: Epoch, knowledge: Knowledge, id: string, at: number): number {
		const { settings, contacts, since } = epoch;
		const { lagMs } = this.search;
		const isLater = (time: number) => time <= at && time + lagMs > since;
		const unclear = (epoch.unclear.get(id) ?? []).filter((time) => time <= at).length;
		const countedAsGone = Math.floor(unclear / maxUnclear);
		const matches = matchesOf(contacts, id, settings.value);
		switch (settings.event) {
			case 'contactChanges':
				return contacts.versionsOf(id).filter((version) => isLater(version.since)).length;
			case 'contactStopsMatching':
				return matches.filter(({ until }) => isLater(until)).length + countedAsGone;
			case 'contactMatches': {
				const started = matches.filter((match) => isLater(match.since)).length;
				const isExisting = matches.some(
					(match) => match.since + lagMs <= since && match.until + lagMs > since,
				);
				const { baseline } = knowledge;
				const isHidden = baseline !== undefined && !baseline.ids.has(id);
				const existing = isExisting && (settings.includeExisting || isHidden) ? 1 : 0;
				return started + existing + countedAsGone;
			}
		}
	}

	/** Returns the events that are missing at the end, according to each process that still polls. */
	missing(): string[] {
		const { failingPages, quietSince } = this.recording;
		const missing: string[] = [];
		let isPolling = false;
		for (const [process, { polledAt }] of this.polls) {
			// A process whose polls get no response still has to report what it remembers.
			const memory = this.memories.get(process);
			if (polledAt < quietSince || memory === undefined) continue;
			isPolling = true;
			const { epoch, knowledge } = memory;
			for (const id of epoch.contacts.ids) {
				const text = this.missingEvent(epoch, knowledge, id);
				if (text !== undefined) missing.push(text);
			}
		}
		// A failing first page prevents the activation.
		return isPolling || failingPages.length > 0 ? missing : ['it never polls'];
	}

	private missingEvent(epoch: Epoch, knowledge: Knowledge, id: string): string | undefined {
		const { settings, contacts, events } = epoch;
		const [match, previous] = matchesOf(contacts, id, settings.value).reverse();
		if (match === undefined || contacts.at(id, match.since)?.lacksId === true) return undefined;
		const isReportedSince = (time: number) =>
			events.some((event) => event.id === id && event.at >= time);
		const { failingPages } = this.recording;
		const { lagMs, pageSize } = this.search;
		const { baseline, passTimes } = knowledge;
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
		const position = contacts
			.found(settings.value, this.search, this.recording.endedAt)
			.indexOf(id);
		const page = Math.floor(position / pageSize) + 1;
		if (page >= Math.min(...failingPages)) return undefined;
		if (settings.event === 'contactChanges') {
			const known = knowledge.present.get(id);
			const contact = contacts.at(id, this.recording.endedAt);
			if (known === undefined || contact === undefined) return undefined;
			const current = JSON.stringify(watched(contentOf(contact), settings));
			if (JSON.stringify(known) === current) return undefined;
			return `contact ${id} changed to ${current.slice(0, 200)}, which is never reported`;
		}
		if (settings.event !== 'contactMatches') return undefined;
		if (settings.includeExisting && match.since <= epoch.since) {
			return isReportedSince(epoch.since) ? undefined : `contact ${id} is not included`;
		}
		const isNew = baseline !== undefined && match.since > baseline.at;
		if ((!isNew && !settings.includeExisting) || isReportedSince(match.since)) return undefined;
		if (previous !== undefined) {
			const passes = passesBetween(previous.until + lagMs, match.since);
			if (passes < passesToNotice) return undefined;
		}
		return `contact ${id} started to match at ${String(match.since)} ms, which is never reported`;
	}
}

/** Returns the settings that the editor shows for the event. Others have no effect. */
function shownSettings({ event, value, includeExisting, watch }: TriggerSettings) {
	if (event === 'contactMatches') return { event, value, includeExisting };
	return event === 'contactChanges' ? { event, value, watch } : { event, value };
}

function newKnowledge(): Knowledge {
	return { present: new Map(), shownAt: new Map(), passTimes: [], baseline: undefined };
}

function copyOf({ present, shownAt, passTimes, baseline }: Knowledge): Knowledge {
	return {
		present: new Map(present),
		shownAt: new Map(shownAt),
		passTimes: [...passTimes],
		baseline,
	};
}

function show({ epoch, knowledge }: Memory, { id, content }: ShownContact, at: number): void {
	knowledge.shownAt.set(id, at);
	if (!knowledge.present.has(id)) knowledge.present.set(id, watched(content, epoch.settings));
}

function completePass(knowledge: Knowledge, { at, page }: { at: number; page: number }): void {
	knowledge.passTimes.push(at);
	// A single page can't miss a contact.
	const isComplete = page === 1 || knowledge.passTimes.length >= baselinePasses;
	if (isComplete) knowledge.baseline ??= { at, ids: new Set(knowledge.shownAt.keys()) };
}

/** Returns the times in which a contact has the value. */
function matchesOf(contacts: ChangingContacts, id: string, value: string) {
	const matches: Array<{ since: number; until: number }> = [];
	let since: number | undefined;
	for (const version of contacts.versionsOf(id)) {
		const isMatch = version.contact?.fields['status'] === value;
		if (isMatch) since ??= version.since;
		else if (since !== undefined) {
			matches.push({ since, until: version.since });
			since = undefined;
		}
	}
	if (since !== undefined) matches.push({ since, until: Infinity });
	return matches;
}

/** Returns the contents that a contact had in a time. */
function contentsOf(contacts: ChangingContacts, id: string, from: number, to: number): Content[] {
	const versions = contacts.versionsOf(id);
	return versions.flatMap(({ since, contact }, index) => {
		const until = versions[index + 1]?.since ?? Infinity;
		return contact !== undefined && since <= to && until >= from ? [contentOf(contact)] : [];
	});
}

function contentOfEvent({ custom_fields: fields, tags }: Content): Content {
	return contentOf({ id: '', fields, tags, lacksId: false });
}

const watchedFields: readonly string[] = ['status', 'city'];

function watched({ custom_fields, tags }: Content, { watch }: TriggerSettings): Content {
	if (watch === 'all') return { custom_fields, tags };
	const fields = Object.entries(custom_fields).filter(([name]) => watchedFields.includes(name));
	return { custom_fields: Object.fromEntries(fields), tags: tags.filter((tag) => tag === 'vip') };
}
