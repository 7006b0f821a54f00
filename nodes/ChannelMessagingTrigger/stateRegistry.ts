import { randomUUID } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

import type { ChannelCredential } from '../ChannelMessaging/client/credential';
import { hashOf } from '../ChannelMessaging/client/hash';
import type { Clock } from '../ChannelMessaging/scheduling/clock';
import type { TriggerSettings } from './settings';
import { deserialize, serialize, storedSnapshot } from './snapshot';
import { newState, stateOf, type TriggerState } from './triggerState';

/** Exceeds one month, which is n8n's longest poll interval. */
const retentionMs = 32 * 24 * 3_600_000;

interface KeptState {
	readonly state: TriggerState;
	/** A hash of the channel and the settings for which the state was created. */
	readonly baseline: string;
	/**
	 * The number of the latest save from each process that this state includes. Saves are numbered,
	 * because the clocks of different processes can differ.
	 */
	readonly includedSaves: Map<string, number>;
	/** The save that n8n's static data contained when this state was last loaded or saved. */
	saved: { process: string; save: number; revision: number } | undefined;
}

interface PolledTrigger {
	/** The state of the latest poll that received a response. */
	current: KeptState | undefined;
	/** The state of the latest poll, even if the poll received no response. */
	latest: KeptState;
	polledAt: number;
}

/** If the channel or the settings change, the trigger starts with a new baseline. */
export function baselineOf({ channelKey }: ChannelCredential, settings: TriggerSettings): string {
	return hashOf([channelKey, settings]);
}

/**
 * The states of all triggers in this process. The states are kept in memory, because n8n saves
 * static data only if a poll returns an event.
 */
export class StateRegistry {
	private readonly triggers = new Map<string, PolledTrigger>();

	/** Identifies this process in the static data, because other processes read the data, too. */
	private readonly process = randomUUID();

	private saves = 0;

	constructor(private readonly clock: Clock) {}

	/** Returns `false` if another poll of the trigger has replaced this state in the meantime. */
	keep(trigger: string, kept: KeptState): boolean {
		const polled = this.triggers.get(trigger);
		if (polled?.latest !== kept) return false;
		polled.current = kept;
		return true;
	}

	/**
	 * Returns a trigger's state, and whether n8n's static data is unreadable. Reads the state from
	 * the static data if this process has no state, or if another process has saved a newer one.
	 *
	 * The caller must call `keep` after the first response. Until then, the trigger's previous state
	 * is kept, in case the token is invalid or the settings can't be published.
	 *
	 * @param data the node's static data in n8n
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
		// If the trigger has had another baseline since the snapshot was saved, the snapshot is
		// ignored.
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
		// A state with another baseline replaces the current state only after a response. A state with
		// the same baseline replaces it immediately, so that a failing pass can start over.
		const current = older === undefined ? known : kept;
		this.triggers.set(trigger, { current, latest: kept, polledAt: now });
		const hasUnknownFormat = stored === undefined && Object.keys(data).length > 0;
		const isDamaged = isUsable && snapshot === undefined;
		return { kept, isUnreadable: hasUnknownFormat || isDamaged };
	}

	/**
	 * Saves the snapshot in n8n's static data, from which other processes start. n8n determines when
	 * the data is written to the database.
	 */
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
