import { randomUUID } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

import type { ChannelCredential } from '../ChannelMessaging/client/credential';
import { hashOf } from '../ChannelMessaging/client/hash';
import type { Clock } from '../ChannelMessaging/scheduling/clock';
import type { TriggerSettings } from './settings';
import { deserialize, serialize, type StoredSnapshot, storedSnapshot } from './snapshot';
import { copyOf, newState, stateOf, type TriggerState } from './triggerState';

/** Exceeds one month, which is n8n's longest poll interval. */
const retentionMs = 32 * 24 * 3_600_000;

interface KeptState {
	readonly state: TriggerState;
	/** Hashes of the settings and of the channel for which the state was created. */
	readonly baseline: string;
	/**
	 * Maps process IDs to the number of the latest save from each process that this state includes.
	 * Saves are numbered, because the clocks of different processes can differ.
	 */
	readonly includedSaves: Map<string, number>;
	/** Identifies the snapshot in n8n's static data when this state was last loaded or saved. */
	saved: { process: string; save: number; revision: number } | undefined;
}

interface PolledTrigger {
	/** The state after the newest poll whose result counts. */
	current: KeptState | undefined;
	/** Number of the newest poll that counts. Polls are numbered in the order of their start. */
	countedPoll: number;
	polledAt: number;
}

/** A poll's copy of its trigger's state, which `keep` adopts if the poll's result counts. */
interface PollState {
	readonly poll: number;
	/** The trigger's state at the start of the poll. */
	readonly previous: KeptState | undefined;
	readonly kept: KeptState;
	/** Whether the poll starts a new baseline instead of continuing from a known state. */
	readonly isNew: boolean;
	readonly isUnreadable: boolean;
}

/** Separates the hash of the settings from the hash of the channel. */
const separator = ' ';

/**
 * Returns a key for the channel and the settings. If it changes, the trigger starts a new baseline.
 */
export function baselineOf({ channelKey }: ChannelCredential, settings: TriggerSettings): string {
	return [hashOf(settings), hashOf(channelKey)].join(separator);
}

function settingsIn(baseline: string): string | undefined {
	return baseline.split(separator)[0];
}

/**
 * The states of all triggers in this process. They are kept in memory, because n8n saves static
 * data only if a poll returns an event.
 */
export class StateRegistry {
	private readonly triggers = new Map<string, PolledTrigger>();

	/** Identifies this process in n8n's static data, which other processes also read. */
	private readonly process = randomUUID();

	private saves = 0;

	private polls = 0;

	constructor(private readonly clock: Clock) {}

	/**
	 * Replaces the trigger's state with a poll's state. Returns `false` if the poll's result
	 * doesn't count, because a newer poll has already ended, or because the poll's state is
	 * outdated.
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
		if (isReplaced || !this.isIncluded(stored, kept)) return false;
		polled.current = kept;
		await this.save(trigger, nodeId, data, kept);
		return true;
	}

	/**
	 * Returns a trigger's state, and whether n8n's static data is unreadable. Reads the state from
	 * the static data if this process has no state, or if another process has saved a newer one.
	 *
	 * The caller must call `keep` when the poll has ended. Until then, or if the poll's result
	 * doesn't count, the trigger's previous state remains, in case the token is invalid or the
	 * settings can't be published.
	 *
	 * @param data the node's static data in n8n
	 * @param isPublished whether the poll publishes an unpublished workflow. Contacts that started
	 * to match while it was unpublished aren't reported, so the trigger starts a new baseline.
	 */
	async load(
		trigger: string,
		data: IDataObject,
		baseline: string,
		settings: TriggerSettings,
		isPublished: boolean,
	): Promise<PollState> {
		this.polls += 1;
		const poll = this.polls;
		const now = this.clock.now();
		for (const [other, { polledAt }] of this.triggers) {
			if (polledAt < now - retentionMs) this.triggers.delete(other);
		}
		const stored = storedSnapshot(data);
		const polled = this.triggers.get(trigger) ?? {
			current: undefined,
			countedPoll: 0,
			polledAt: 0,
		};
		this.triggers.set(trigger, polled);
		polled.polledAt = now;
		const known = polled.current;
		const isIncluded = this.isIncluded(stored, known);
		const isKnown = known?.baseline === baseline && !isPublished;
		if (isKnown && isIncluded) {
			const { state, includedSaves } = known;
			const kept = { ...known, state: copyOf(state), includedSaves: new Map(includedSaves) };
			return { poll, previous: known, kept, isNew: false, isUnreadable: false };
		}
		const hasUnknownFormat = stored === undefined && Object.keys(data).length > 0;
		// A snapshot is ignored if the trigger has had another baseline since the snapshot was
		// saved.
		const isUsable =
			stored?.baseline === baseline && !isPublished && !(known !== undefined && isIncluded);
		const snapshot = isUsable ? await deserialize(stored).catch(() => undefined) : undefined;
		const latest = isIncluded ? known && summaryOf(known) : stored;
		const includesExisting =
			settings.includeExisting &&
			(latest === undefined ? !hasUnknownFormat : canInclude(latest, baseline));
		const includedSaves = new Map(known?.includedSaves);
		if (stored !== undefined) includedSaves.set(stored.process, stored.save);
		const older = isKnown ? known.state : undefined;
		const kept: KeptState = {
			state:
				snapshot === undefined
					? newState(settings, includesExisting)
					: stateOf(snapshot, older && copyOf(older)),
			baseline,
			includedSaves,
			saved: stored && snapshot && { ...placeOf(stored), revision: snapshot.revision },
		};
		const isDamaged = isUsable && snapshot === undefined;
		const isUnreadable = hasUnknownFormat || isDamaged;
		return { poll, previous: known, kept, isNew: snapshot === undefined, isUnreadable };
	}

	/** Returns whether a state includes the latest snapshot that another process has saved. */
	private isIncluded(stored: StoredSnapshot | undefined, kept: KeptState | undefined): boolean {
		if (stored === undefined) return true;
		// The state of this process always includes the process's own saves.
		if (stored.process === this.process && kept !== undefined) return true;
		return stored.save <= (kept?.includedSaves.get(stored.process) ?? 0);
	}

	/**
	 * Saves the snapshot in n8n's static data, with which other processes start. n8n determines
	 * when the data is written to the database.
	 */
	private async save(
		trigger: string,
		nodeId: string,
		data: IDataObject,
		kept: KeptState,
	): Promise<void> {
		const { snapshot } = kept.state;
		const { revision } = snapshot;
		const { saved } = kept;
		const stored = storedSnapshot(data);
		const isWritten = stored?.process === saved?.process && stored?.save === saved?.save;
		if (saved !== undefined && isWritten && saved.revision === revision) return;
		this.saves += 1;
		const place = { process: this.process, save: this.saves };
		const { baseline } = kept;
		const serialized = await serialize(snapshot, { baseline, nodeId, ...place });
		if (this.triggers.get(trigger)?.current !== kept) return;
		Object.assign(data, serialized);
		kept.saved = { ...place, revision };
		kept.includedSaves.set(this.process, this.saves);
	}
}

/** The data that determines whether to report existing contacts. */
interface Publication {
	baseline: string;
	isUnread: boolean;
}

function summaryOf({ baseline, state }: KeptState): Publication {
	return { baseline, isUnread: state.snapshot.isUnread };
}

/**
 * Returns whether to report existing contacts. They are reported once per publication with changed
 * settings, but not if only the token or the address changes. A publication without a response from
 * the service hasn't reported them yet.
 */
function canInclude(latest: Publication, baseline: string): boolean {
	return latest.isUnread || settingsIn(latest.baseline) !== settingsIn(baseline);
}

function placeOf({ process, save }: { process: string; save: number }) {
	return { process, save };
}
