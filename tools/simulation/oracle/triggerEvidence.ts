import type { IDataObject, WorkflowActivateMode } from 'n8n-workflow';

import type { TriggerHistory } from '../history/triggerHistory';
import type { RecordedRequest } from '../world/recording';
import type { TriggerFact, TriggerRecording } from '../world/triggerRecording';
import { contactIdIn, idText } from './evidence';
import { shownSettings } from './shownSettings';
import { searchIndex } from './searchIndex';
import { Activations } from './triggerActivations';
import { type Epoch, includesExisting, withoutEvents } from './triggerEpoch';
import {
	beginPass,
	completePass,
	type Knowledge,
	newKnowledge,
	savedKnowledge,
} from './triggerKnowledge';
import {
	type Content,
	isMatch,
	searchedValues,
	watchedIn,
	type ShownContact,
	withKnownCity,
} from './watchedContacts';

export interface Memory {
	epoch: Epoch;
	knowledge: Knowledge;
	/** The numbers of all saved static data that this process has read or written. */
	readonly saves: Set<number>;
	/** The content of each contact that this process has read. Only hashes are saved. */
	readonly read: Map<string, string>;
	/** The next page of the pass. `undefined`: no pass is complete up to a page. */
	nextPage: ListPage | undefined;
}

/** A page of the list for a search value. */
interface ListPage {
	/** The index of the value. */
	readonly value: number;
	readonly page: number;
}

/** Saved static data. */
interface Save {
	/** The process that saved the data. */
	readonly process: number;
	readonly epoch: Epoch;
	readonly knowledge: Knowledge;
	/** Whether the service had shown contacts in the epoch. */
	readonly hasStarted: boolean;
	/** The number of events of the epoch that the data contains. */
	readonly events: number;
}

/** A poll, and what its process remembers while it runs. */
interface Poll extends Memory {
	readonly process: number;
	/** The position of the poll's start in the recording. */
	readonly position: number;
	readonly startedAt: number;
	/** How the poll activates the workflow. */
	readonly activation: WorkflowActivateMode | undefined;
	/** What the process remembered before. */
	readonly previous: Memory | undefined;
	/** Whether the poll belongs to an epoch that began earlier. */
	readonly isContinued: boolean;
	hasEnded: boolean;
	hasRequest: boolean;
	/** Whether a response showed contacts. */
	hasResponse: boolean;
	/** The new contacts in responses that the poll must report. */
	readonly expected: Set<string>;
	/** Whether a request had no success. */
	hasCause: boolean;
	/** Whether such a page must make the poll fail. */
	mustFail: boolean;
}

/** An event, and what was known before it. */
export interface ReportedEvent {
	readonly epoch: Epoch;
	readonly json: IDataObject;
	readonly at: number;
	readonly id: string;
	/** The number of the contact's events in the epoch, including this one. */
	readonly count: number;
	readonly shownByTenPasses: Knowledge['shownByTenPasses'];
	/** Whether the process has read the content that the trigger compares with. */
	readonly isKnown: boolean;
}

/** The result of a poll that n8n doesn't discard. */
export interface EndedPoll {
	readonly error: string | undefined;
	readonly hasCause: boolean;
	/** Whether a newer poll has ended before. */
	readonly isOutdated: boolean;
	readonly events: number;
	readonly mustFail: boolean;
	/** New contacts in the poll's responses that it doesn't report. */
	readonly dropped: readonly string[];
}

/** The number of lookups without a clear answer after which a contact counts as gone. */
export const maxUnclear = 3;

/** The triggers of recordings, by their facts. A recording is followed while it grows. */
const followed = new WeakMap<TriggerRecording['facts'], RecordingFollower>();

/** Returns the evidence of all triggers in a recording. */
export function triggerEvidence(recording: TriggerRecording): TriggerEvidence[] {
	const { facts } = recording;
	const follower = followed.get(facts) ?? new RecordingFollower(recording);
	followed.set(facts, follower);
	return follower.follow(recording);
}

/** Follows the facts of all triggers in a recording that grows. */
class RecordingFollower {
	private readonly triggers: readonly TriggerEvidence[];

	private readonly activations = new Activations();

	/** The number of facts that were followed. */
	private followed = 0;

	constructor(recording: TriggerRecording) {
		this.triggers = recording.history.triggers.map(
			() => new TriggerEvidence(recording, this.activations),
		);
	}

	follow(recording: TriggerRecording): TriggerEvidence[] {
		for (const [index, fact] of recording.facts.slice(this.followed).entries()) {
			const position = this.followed + index;
			this.activations.follow(fact, position);
			this.triggers[fact.trigger]?.follow(fact, position);
		}
		this.followed = recording.facts.length;
		for (const trigger of this.triggers) trigger.recording = recording;
		return [...this.triggers];
	}
}

type RequestFact = TriggerFact & { request: RecordedRequest };

type PollStart = Extract<TriggerFact, { kind: 'pollStarts' }>;

type PollEnd = Extract<TriggerFact, { kind: 'pollEnds' }>;

interface SearchResponse {
	data: readonly ShownContact[];
	meta: { last_page: number; total: number };
}

interface LookupResponse {
	/** Missing in errors. */
	data?: ShownContact;
	message?: string;
}

/** The polls and events of one trigger, and what its processes know. */
export class TriggerEvidence {
	readonly reported: ReportedEvent[] = [];

	readonly endedPolls: EndedPoll[] = [];

	/** What each process remembers since its newest poll that counts. */
	private readonly memories = new Map<number, Memory>();

	/** What the latest poll of each context remembers. */
	private readonly polls = new Map<number, Poll>();

	/** The position of each process's newest poll that counts. */
	private readonly newest = new Map<number, number>();

	private readonly saves = new Map<number, Save>();

	readonly search: TriggerHistory['search'];

	/** @param activations when the workflow was activated so far */
	constructor(
		public recording: TriggerRecording,
		private readonly activations: Activations,
	) {
		this.search = recording.history.search;
	}

	/** @param position the position of the fact in the recording */
	follow(fact: TriggerFact, position: number): void {
		if (fact.kind === 'pollStarts') {
			this.startPoll(fact, position);
			return;
		}
		if (fact.kind === 'processEnds') {
			this.memories.delete(fact.process);
			for (const [context, { process }] of this.polls) {
				if (process === fact.process) this.polls.delete(context);
			}
			return;
		}
		if (fact.kind === 'saved') {
			this.followSave(fact);
			return;
		}
		const memory = this.polls.get(fact.context);
		if (memory === undefined) throw new Error('The context has not polled');
		switch (fact.kind) {
			case 'request':
				memory.hasRequest = true;
				if (contactIdIn(fact.request) === undefined) this.followSearch(memory, fact);
				else this.followLookup(memory, fact);
				break;
			case 'pollEnds':
				this.endPoll(memory, fact, position);
		}
	}

	/** A poll writes data just before it ends. */
	private followSave({ process, context, saved }: Extract<TriggerFact, { kind: 'saved' }>): void {
		const poll = this.polls.get(context);
		const memory = poll?.hasEnded === false ? poll : this.memories.get(process);
		if (memory === undefined) return;
		memory.saves.add(saved);
		const { epoch, knowledge } = memory;
		const { hasStarted, events } = epoch;
		const save = { process, epoch, hasStarted, events: events.length };
		this.saves.set(saved, { ...save, knowledge: structuredClone(knowledge) });
	}

	private endPoll(memory: Poll, { at, events, error, isDiscarded }: PollEnd, end: number): void {
		const { process, position, activation } = memory;
		memory.hasEnded = true;
		const hasCause = error === undefined || this.hasCause(memory, error);
		const poll = { error, hasCause, events: events.length };
		if (isDiscarded) {
			this.endedPolls.push({ ...poll, isOutdated: false, mustFail: false, dropped: [] });
			return;
		}
		for (const json of events) this.addEvent(memory, json, at);
		const wasActivated = this.activations.isIn({ process, from: position, to: end });
		const isOutdated =
			position < (this.newest.get(process) ?? 0) || (activation === undefined && wasActivated);
		const mustFail = memory.mustFail && !isOutdated;
		const dropped = isOutdated || !counts(memory, error) ? [] : this.remember(memory);
		this.endedPolls.push({ ...poll, isOutdated, mustFail, dropped });
	}

	/** Returns the new contacts that a poll drops. */
	private remember(memory: Poll): string[] {
		const { process, position, previous, expected, startedAt } = memory;
		memory.epoch.hasStarted ||= memory.hasResponse;
		this.newest.set(process, position);
		// A poll that overlaps with an older one can't continue the state of both.
		if (memory.isContinued && this.memories.get(process) !== previous) return [];
		this.memories.set(process, memory);
		return [...expected].filter(
			(id) => !memory.epoch.events.some((event) => event.id === id && event.at >= startedAt),
		);
	}

	private addEvent({ epoch, knowledge, read }: Memory, json: IDataObject, at: number): void {
		const contact = json as unknown as ShownContact;
		const id = String(contact.id);
		epoch.events.push({ at, id });
		const count = epoch.events.filter((event) => event.id === id).length;
		const isKnown = read.get(id) === knowledge.present.get(id);
		const { shownByTenPasses } = knowledge;
		this.reported.push({ epoch, json, at, id, count, shownByTenPasses, isKnown });
		if (epoch.settings.event !== 'contactChanges') return;
		const known = knowledge.present.get(id);
		const content = watchedIn(withKnownCity(contact, known, this.search), epoch.settings);
		knowledge.present.set(id, content);
		// A lookup that omits a field shows only a part of the content.
		if (content === watchedIn(contact, epoch.settings)) read.set(id, content);
		else read.delete(id);
	}

	private followSearch(memory: Poll, { request, at }: RequestFact): void {
		if (request.result !== 200) {
			memory.hasCause = true;
			return;
		}
		const { data, meta } = JSON.parse(request.response ?? '') as SearchResponse;
		const query = new URLSearchParams(request.path.split('?')[1]);
		const page = Number(query.get('page') ?? 1);
		const values = searchedValues(memory.epoch.settings);
		const value = values.indexOf(query.get('value') ?? '');
		const isFirst = value === 0 && page === 1;
		if (isFirst) beginPass(memory.knowledge, at);
		memory.knowledge.respondedAt = at;
		const isBare =
			data.length > 0 && data.every(({ custom_fields: fields }) => !('status' in fields));
		// Only a contact that matched proves that the service returns the field.
		const isKnown = memory.knowledge.present.size > 0;
		const isCleared = data.every(({ id }) => {
			const contact = memory.epoch.contacts.get(idText(id), at);
			return (contact?.custom_fields['status'] ?? '') === '';
		});
		const lacksField = isBare && !(isKnown && isCleared);
		// Otherwise, the poll looks up a contact first.
		// A lookup that showed a contact to be gone may only have checked whether it has the field.
		const isUncertain = memory.epoch.lacksField && memory.knowledge.gone.size > 0;
		memory.mustFail ||= isBare && !isKnown && !isCleared && !isUncertain;
		memory.epoch.lacksField ||= lacksField;
		// A new baseline begins with the first response.
		if (!lacksField) memory.hasResponse = true;
		for (const contact of data) {
			if (this.mustReport(memory, contact)) memory.expected.add(idText(contact.id));
			this.learnCity(memory, contact);
			const { gone, present, contradicting } = memory.knowledge;
			const id = idText(contact.id);
			if (gone.has(id) && !present.has(id)) contradicting.add(id);
			show(memory, contact, at);
			memory.knowledge.everSeen.add(idText(contact.id));
		}
		const next = isFirst ? { value, page } : memory.nextPage;
		const isNext = next?.value === value && next.page === page && !lacksField;
		const { seen, seenOfList } = memory.knowledge;
		if (page === 1) seenOfList.clear();
		const before = seenOfList.size;
		for (const { id } of data) {
			seen.add(idText(id));
			seenOfList.add(idText(id));
		}
		const isRepeated = seenOfList.size === before;
		// While a search for another value follows, a contact can get the value that was searched for.
		memory.knowledge.hasSinglePage &&=
			values.length === 1 && isFirst && page >= meta.last_page && seen.size >= meta.total;
		const isLast = this.isLast(page, meta, seenOfList.size, isRepeated);
		memory.nextPage = isNext
			? { value: value + (isLast ? 1 : 0), page: isLast ? 1 : page + 1 }
			: undefined;
		if (memory.nextPage?.value !== values.length) return;
		memory.nextPage = undefined;
		completePass(memory.knowledge, at, searchIndex(memory.epoch.contacts, values, this.search, at));
	}

	/**
	 * Returns whether a page is the last one. The total or the last page can be wrong, so a poll reads
	 * on while the service counts more contacts than the pass has shown.
	 */
	private isLast(
		page: number,
		{ last_page: lastPage, total }: SearchResponse['meta'],
		seen: number,
		isRepeated: boolean,
	): boolean {
		if (page < lastPage) return false;
		return isRepeated || seen >= total;
	}

	/** A field that lookups omit isn't new when a search shows it first. */
	private learnCity({ epoch, knowledge }: Memory, contact: ShownContact): void {
		const id = idText(contact.id);
		const known = knowledge.present.get(id);
		if (!knowledge.onlyLookedUp.delete(id) || known === undefined) return;
		const { city } = contact.custom_fields;
		if (this.search.omittedFields !== 'fetchedCity' || city === undefined) return;
		const { custom_fields: fields, tags } = JSON.parse(known) as Content;
		const learned = watchedIn({ custom_fields: { ...fields, city }, tags }, epoch.settings);
		knowledge.present.set(id, learned);
	}

	/** Returns whether a poll must report a contact in a response immediately. */
	private mustReport({ epoch, knowledge }: Memory, contact: ShownContact): boolean {
		const { event } = epoch.settings;
		const id = idText(contact.id);
		return (
			event === 'contactMatches' &&
			isMatch(epoch.settings, contact.custom_fields['status']) &&
			this.search.lagMs === 0 &&
			knowledge.baselineAt !== undefined &&
			!knowledge.present.has(id) &&
			!knowledge.gone.has(id)
		);
	}

	private followLookup(memory: Poll, { request, at }: RequestFact): void {
		const { epoch, knowledge } = memory;
		const id = contactIdIn(request) ?? '';
		const { result } = request;
		if (result === 401 || result === 429 || result === 'refused') {
			memory.hasCause = true;
			return;
		}
		memory.hasResponse = true;
		knowledge.respondedAt = at;
		// A lookup that only shows whether a contact has the field.
		if (!knowledge.present.has(id) && !knowledge.gone.has(id)) return;
		const { data, message } = JSON.parse(request.response ?? '{}') as LookupResponse;
		if (result === 200 && data && isMatch(epoch.settings, data.custom_fields['status'])) {
			if (knowledge.contradicting.delete(id)) knowledge.present.delete(id);
			if (!knowledge.present.has(id)) knowledge.onlyLookedUp.add(id);
			// Without the field in search results, lookups only check whether contacts have it.
			show(memory, data, at, !epoch.lacksField);
		} else if (result === 200 || result === 404 || message === 'Contact not found.') {
			knowledge.present.delete(id);
			knowledge.unclear.delete(id);
			knowledge.gone.add(id);
		} else {
			knowledge.unclear.add(id);
			epoch.unclear.set(id, [...(epoch.unclear.get(id) ?? []), at]);
			memory.hasCause = true;
		}
	}

	private startPoll(
		{ at, process, context, settings, token, saved, activation }: PollStart,
		position: number,
	): void {
		const key = JSON.stringify([shownSettings(settings), token]);
		const previous = this.memories.get(process);
		// Other processes have polled since the process was the leader.
		const known = activation === 'leadershipChange' ? undefined : previous;
		const stored = known && this.includes(known, saved) ? undefined : this.stored(saved);
		const continued = stored ?? (known && this.rolledBack(known, saved));
		// n8n doesn't save that a poll without events had a response.
		const latest = continued && {
			...continued.epoch,
			...(stored && { hasStarted: stored.hasStarted }),
		};
		const saves = new Set([...(known?.saves ?? []), saved]);
		// Publishing what was unpublished starts a new baseline.
		const isSame = continued?.epoch.key === key && activation !== 'activate';
		const contacts = this.recording.contacts.get(token);
		if (contacts === undefined) throw new Error(`No channel has the token ${token}`);
		const memory: Poll = {
			...{ process, position, startedAt: at, activation },
			...{
				previous,
				isContinued: isSame,
				hasEnded: false,
				hasRequest: false,
				hasResponse: false,
				expected: new Set(),
			},
			epoch: isSame
				? continued.epoch
				: {
						...{ settings, contacts, key, since: at, events: [], unclear: new Map() },
						forgotten: [],
						includesExisting: includesExisting(settings, latest, activation),
						hasStarted: false,
						lacksField: false,
					},
			knowledge: isSame
				? {
						...(stored === undefined
							? structuredClone(continued.knowledge)
							: savedKnowledge(continued.knowledge)),
					}
				: newKnowledge(),
			saves,
			// A process keeps values of the same settings only.
			read: new Map(
				isSame && known?.epoch.since === continued.epoch.since ? known.read : undefined,
			),
			nextPage: isSame && stored === undefined ? known?.nextPage : undefined,
			hasCause: false,
			mustFail: false,
		};
		this.polls.set(context, memory);
	}

	/** Returns whether a process has read the data, or data that its writer saved later. */
	private includes({ saves }: Memory, saved: number): boolean {
		const writer = this.saves.get(saved)?.process;
		return [...saves].some(
			(read) => read === saved || (read > saved && this.saves.get(read)?.process === writer),
		);
	}

	/**
	 * Returns what a process can know from saved static data. If another execution has written older
	 * data back, or someone has restored it, later events can be repeated.
	 */
	private stored(saved: number): Omit<Save, 'events' | 'process'> | undefined {
		const save = this.saves.get(saved);
		const isNewest = saved >= Math.max(...this.saves.keys());
		if (save === undefined || isNewest) return save;
		const { epoch, knowledge, hasStarted, events } = save;
		return { epoch: { ...withoutEvents(epoch, events), hasStarted }, knowledge, hasStarted };
	}

	/**
	 * Returns what a process remembers that hasn't read another process's data before older data
	 * replaced it.
	 */
	private rolledBack(known: Memory, saved: number): Memory {
		const newest = Math.max(...this.saves.keys());
		if (saved === newest || known.saves.has(newest)) return known;
		const events = this.saves.get(Math.max(...known.saves))?.events;
		if (events === undefined) return known;
		// Events can be repeated once.
		known.saves.add(newest);
		return { ...known, epoch: withoutEvents(known.epoch, events) };
	}

	/** Returns whether a poll may fail. All triggers of a process share the rate limit. */
	private hasCause({ hasCause, epoch }: Poll, error: string): boolean {
		const isRateLimited = /^(Too many requests|Still rate-limited)/.test(error);
		const wasRateLimited = this.recording.facts.some(
			(fact) => fact.kind === 'request' && fact.request.result === 429,
		);
		// The lookup that shows the cause can be the first request of a later poll.
		return hasCause || epoch.lacksField || (isRateLimited && wasRateLimited);
	}

	/** Returns what the processes that still poll remember. */
	pollingMemories(): Memory[] {
		// A process whose polls get no response still has to report what it remembers.
		return [...this.memories].flatMap(([process, memory]) => {
			const isPolled = [...this.polls.values()].some(
				(poll) => poll.process === process && poll.startedAt >= this.recording.quietSince,
			);
			return isPolled ? [memory] : [];
		});
	}
}

/** Returns whether a poll that has ended changes what its process remembers. */
function counts(poll: Poll, error: string | undefined): boolean {
	const { activation, isContinued, hasRequest, hasResponse } = poll;
	if (activation === undefined) return hasRequest && (isContinued || hasResponse);
	const isPublication = activation === 'activate' || activation === 'update';
	return error === undefined && (isContinued || hasResponse || isPublication);
}

/** Remembers a contact that has the value, and its content if the process keeps it. */
function show(
	{ epoch, knowledge, read }: Memory,
	contact: ShownContact,
	at: number,
	isKept = true,
): void {
	const id = idText(contact.id);
	if (!isMatch(epoch.settings, contact.custom_fields['status'])) return;
	knowledge.unclear.delete(id);
	knowledge.shownAt.set(id, at);
	const content = watchedIn(contact, epoch.settings);
	if (!knowledge.present.has(id)) knowledge.present.set(id, content);
	if (isKept && knowledge.present.get(id) === content) read.set(id, content);
}
