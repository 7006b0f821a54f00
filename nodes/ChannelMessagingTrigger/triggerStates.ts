import { randomUUID } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

import type { ChannelCredential } from '../ChannelMessaging/client/credential';
import { hashOf } from '../ChannelMessaging/client/hash';
import type { Clock } from '../ChannelMessaging/scheduling/clock';
import { newPass, type SearchPass } from './searchPass';
import type { TriggerSettings } from './settings';
import { deserialize, serialize, type Snapshot, storedSnapshot } from './snapshot';
import type { LookedUpContacts } from './snapshotDiff';

/** Exceeds n8n's longest poll interval, which is a month. */
const retentionMs = 32 * 24 * 3_600_000;

/**
 * The number of passes in the baseline. If contacts leave during a pass, others move to pages that
 * were already read. The second pass finds these contacts, so that they don't count as new.
 */
const baselinePasses = 2;

/** The state that a trigger keeps in memory between polls. */
export interface TriggerState {
	readonly snapshot: Snapshot;
	pass: SearchPass;
	/** The IDs of contacts to look up, in this order. */
	readonly due: Set<string>;
	/** The number of consecutive lookups of a contact without a clear result. */
	readonly unclear: Map<string, number>;
	readonly lookedUp: LookedUpContacts;
	/** Whether the next request is a lookup, if one is due. Pages and lookups alternate. */
	isLookupNext: boolean;
}

export function newState({ event, includeExisting }: TriggerSettings): TriggerState {
	const hasBaseline = event === 'contactMatches' && !includeExisting;
	return stateOf({
		contacts: new Map(),
		baselinePasses: hasBaseline ? baselinePasses : 0,
		revision: 0,
	});
}

/**
 * Returns the state of a stored snapshot. The pass of an older state continues, so that polls in
 * turn with another process reach the last page.
 */
function stateOf(snapshot: Snapshot, older?: TriggerState): TriggerState {
	const due = [...(older?.due ?? [])].filter((contactId) => snapshot.contacts.has(contactId));
	const { pass, unclear, lookedUp, isLookupNext } = older ?? {
		pass: newPass(),
		unclear: new Map<string, number>(),
		lookedUp: new Map<string, string | undefined>(),
		isLookupNext: false,
	};
	return { snapshot, pass, due: new Set(due), unclear, lookedUp, isLookupNext };
}

interface KeptState {
	readonly state: TriggerState;
	/** A hash of the channel and the settings to which the state belongs. */
	readonly baseline: string;
	/**
	 * The latest save of each process that the state includes. Processes are compared by the number
	 * of saves, because their clocks can differ.
	 */
	readonly includedSaves: Map<string, number>;
	/** The process and the number of the save with which the static data is current. */
	saved: { process: string; save: number; revision: number } | undefined;
}

interface PolledTrigger {
	/** The state of the latest poll that received a response. */
	current: KeptState | undefined;
	/** The state of the latest poll. */
	latest: KeptState;
	polledAt: number;
}

/** A trigger with another channel or other settings starts with a new baseline. */
export function baselineOf({ channelKey }: ChannelCredential, settings: TriggerSettings): string {
	return hashOf([channelKey, settings]);
}

/**
 * The states of all triggers in this process. Kept in memory, because n8n saves static data only if
 * a poll returns an event.
 */
export class TriggerStates {
	private readonly triggers = new Map<string, PolledTrigger>();

	/** Identifies this process in the static data, which other processes read. */
	private readonly process = randomUUID();

	private saves = 0;

	constructor(private readonly clock: Clock) {}

	/** Returns `false` if a poll with other settings has started in the meantime. */
	keep(trigger: string, kept: KeptState): boolean {
		const polled = this.triggers.get(trigger);
		if (polled?.latest !== kept) return false;
		polled.current = kept;
		return true;
	}

	/**
	 * Returns the state of a trigger, and whether the static data is unreadable. Reads the state from
	 * the static data if another process has saved a newer one, or if this process has none.
	 *
	 * The caller must call `keep` after the first response. Until then, an invalid token or settings
	 * that can't be published don't replace the trigger's state.
	 *
	 * @param data n8n's static data of the node
	 */
	async load(
		trigger: string,
		data: IDataObject,
		baseline: string,
		settings: TriggerSettings,
	): Promise<{ kept: KeptState; isUnreadable: boolean }> {
		const now = this.clock.now();
		for (const [other, { polledAt }] of this.triggers) {
			if (polledAt < now - retentionMs) this.triggers.delete(other);
		}
		const stored = storedSnapshot(data);
		const known = this.triggers.get(trigger)?.current;
		const isIncluded =
			stored === undefined || stored.save <= (known?.includedSaves.get(stored.process) ?? 0);
		if (known?.baseline === baseline && isIncluded) {
			this.triggers.set(trigger, { current: known, latest: known, polledAt: now });
			return { kept: known, isUnreadable: false };
		}
		// Ignores a snapshot of this baseline if the trigger has had another baseline since then.
		const isUsable = stored?.baseline === baseline && !(known !== undefined && isIncluded);
		const snapshot = isUsable ? await deserialize(stored).catch(() => undefined) : undefined;
		const includedSaves = new Map(known?.includedSaves);
		if (stored !== undefined) includedSaves.set(stored.process, stored.save);
		const older = known?.baseline === baseline ? known.state : undefined;
		const kept: KeptState = {
			state: snapshot === undefined ? newState(settings) : stateOf(snapshot, older),
			baseline,
			includedSaves,
			saved: stored && snapshot && { ...placeOf(stored), revision: snapshot.revision },
		};
		// Only another baseline waits for a response. A pass of the same baseline must be able to start
		// over after an error.
		const current = older === undefined ? known : kept;
		this.triggers.set(trigger, { current, latest: kept, polledAt: now });
		const hasUnknownFormat = stored === undefined && Object.keys(data).length > 0;
		const isDamaged = isUsable && snapshot === undefined;
		return { kept, isUnreadable: hasUnknownFormat || isDamaged };
	}

	/** Other processes start from the static data. n8n determines when to store it. */
	async save(data: IDataObject, kept: KeptState): Promise<void> {
		const { snapshot } = kept.state;
		const { revision } = snapshot;
		const { saved } = kept;
		const stored = storedSnapshot(data);
		const isWritten = stored?.process === saved?.process && stored?.save === saved?.save;
		if (saved !== undefined && isWritten && saved.revision === revision) return;
		this.saves += 1;
		const place = { process: this.process, save: this.saves };
		Object.assign(data, await serialize(snapshot, { baseline: kept.baseline, ...place }));
		kept.saved = { ...place, revision };
		kept.includedSaves.set(this.process, this.saves);
	}
}

function placeOf({ process, save }: { process: string; save: number }) {
	return { process, save };
}
