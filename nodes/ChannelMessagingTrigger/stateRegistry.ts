import { randomUUID } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

import type { Clock } from '../ChannelMessaging/scheduling/clock';
import { canInclude } from './includeExisting';
import { removeIdle } from './idleTriggers';
import type { TriggerSettings } from './settings';
import { deserialize, serialize, storedSnapshot } from './storedSnapshot';
import { includes, originOf, type StateInMemory } from './stateOrigin';
import { copyOf, newState, stateOf, type TriggerState } from './triggerState';

interface KeptState extends StateInMemory {
	readonly state: TriggerState;
	/**
	 * Identifies the save with which the state was last loaded or saved, and the state's revision at
	 * that time.
	 */
	saved: { process: string; save: number; revision: number } | undefined;
}

interface PolledTrigger {
	/** The state after the latest poll whose result was kept. */
	current: KeptState | undefined;
	/**
	 * The number of the latest poll whose result was kept. Polls are numbered in the order in which
	 * they started.
	 */
	countedPoll: number;
	polledAt: number;
}

/** A poll's copy of the state, which replaces the current state if the poll's result is kept. */
export interface PollState {
	readonly poll: number;
	/** The state when the poll started. */
	readonly previous: KeptState | undefined;
	readonly kept: KeptState;
	/** Whether the state starts a new baseline. */
	readonly isNew: boolean;
	readonly isUnreadable: boolean;
}

/**
 * The states of all triggers in this process. They are kept in memory because n8n saves static data
 * only if a poll returns an event.
 */
export class StateRegistry {
	private readonly triggers = new Map<string, PolledTrigger>();

	/** Identifies this process in n8n's static data, which other processes read as well. */
	private readonly process = randomUUID();

	private saves = 0;

	private polls = 0;

	constructor(private readonly clock: Clock) {}

	/**
	 * Replaces the trigger's state with the state of a poll. Returns `false` if the poll's result is
	 * discarded because a newer poll has already ended or the poll is outdated.
	 *
	 * @param nodeId the node's ID, by which other processes recognize the data
	 * @param data the node's static data in n8n
	 */
	async keep(
		trigger: string,
		nodeId: string,
		data: IDataObject,
		{ poll, previous, kept, isNew }: PollState,
	): Promise<boolean> {
		const polled = this.triggers.get(trigger);
		if (polled === undefined || polled.countedPoll > poll) return false;
		polled.countedPoll = poll;
		const stored = storedSnapshot(data);
		const isReplaced = polled.current !== previous && !isNew;
		if (isReplaced || !includes(kept, stored)) return false;
		polled.current = kept;
		await this.save(trigger, nodeId, data, kept);
		return true;
	}

	/**
	 * Returns a trigger's state and whether n8n's static data is unreadable. Static data is used if
	 * this process has no state, or if another process has saved a newer state.
	 *
	 * Call `keep` when the poll has ended. The previous state stays current until then so that it
	 * isn't lost if the token is invalid or the settings can't be published.
	 *
	 * @param data the node's static data in n8n
	 * @param publication whether the poll publishes an edited or an unpublished workflow. Contacts
	 * that started to match while the workflow was unpublished aren't reported, so the trigger starts
	 * a new baseline. After a `takeover`, only static data counts: n8n may have discarded the last
	 * poll before the takeover, and other processes have polled since.
	 */
	async load(
		trigger: string,
		data: IDataObject,
		baseline: string,
		settings: TriggerSettings,
		publication: 'edited' | 'none' | 'takeover' | 'unpublished',
	): Promise<PollState> {
		this.polls += 1;
		const poll = this.polls;
		const polled = this.polledTrigger(trigger);
		const stored = storedSnapshot(data);
		const previous = polled.current;
		const known = publication === 'takeover' ? undefined : previous;
		const isPublished = publication === 'unpublished';
		const origin = originOf(known, stored, { baseline, isPublished });
		if (known !== undefined && origin === 'memory') {
			const kept = { ...known, state: copyOf(known.state) };
			return { poll, previous, kept, isNew: false, isUnreadable: false };
		}
		const isContinued = stored !== undefined && origin === 'staticData';
		const snapshot = isContinued ? await deserialize(stored).catch(() => undefined) : undefined;
		const hasUnknownFormat = stored === undefined && Object.keys(data).length > 0;
		const latest = known && includes(known, stored) ? publicationOf(known) : stored;
		const includesExisting =
			settings.includeExisting &&
			(latest === undefined
				? !hasUnknownFormat
				: canInclude(latest, baseline, publication === 'edited' || isPublished));
		const includedSaves = new Map(known?.includedSaves);
		if (stored !== undefined) includedSaves.set(stored.process, stored.save);
		// The state in memory always includes the saves made by this process.
		includedSaves.set(this.process, Infinity);
		const kept: KeptState = {
			state:
				snapshot === undefined
					? newState(settings, includesExisting)
					: stateOf(snapshot, known?.baseline === baseline ? copyOf(known.state) : undefined),
			baseline,
			includedSaves,
			saved: stored && snapshot && { ...placeOf(stored), revision: snapshot.revision },
		};
		const isNew = snapshot === undefined;
		return {
			poll,
			previous,
			kept,
			isNew,
			isUnreadable: hasUnknownFormat || (isContinued && isNew),
		};
	}

	/** Returns the trigger's entry and removes triggers that haven't polled for a long time. */
	private polledTrigger(trigger: string): PolledTrigger {
		const now = this.clock.now();
		removeIdle(this.triggers, now);
		const polled = this.triggers.get(trigger) ?? {
			current: undefined,
			countedPoll: 0,
			polledAt: now,
		};
		polled.polledAt = now;
		this.triggers.set(trigger, polled);
		return polled;
	}

	/**
	 * Writes the state to n8n's static data for other processes. n8n determines when it saves the
	 * data to the database.
	 */
	private async save(
		trigger: string,
		nodeId: string,
		data: IDataObject,
		kept: KeptState,
	): Promise<void> {
		const { snapshot, lookedUp } = kept.state;
		const { revision } = snapshot;
		const { saved } = kept;
		const stored = storedSnapshot(data);
		const isWritten = stored?.process === saved?.process && stored?.save === saved?.save;
		if (saved !== undefined && isWritten && saved.revision === revision) return;
		this.saves += 1;
		const place = { process: this.process, save: this.saves };
		const { baseline } = kept;
		const gone = [...lookedUp].flatMap(([contactId, { content }]) =>
			content === undefined ? [contactId] : [],
		);
		const serialized = await serialize({ ...snapshot, gone }, { baseline, nodeId, ...place });
		if (this.triggers.get(trigger)?.current !== kept) return;
		Object.assign(data, serialized);
		kept.saved = { ...place, revision };
	}
}

function publicationOf({ baseline, state }: KeptState) {
	const { baselinePasses, isUnread } = state.snapshot;
	return { baseline, baselinePasses, isUnread };
}

function placeOf({ process, save }: { process: string; save: number }) {
	return { process, save };
}
