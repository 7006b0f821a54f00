import type { CustomFieldAssignment } from '../client/customFieldAssignment';
import { hashOf } from '../texts/sha256';
import { type CustomFieldReference, valuesOf } from '../customFieldValues/customFieldReference';
import type { CancellationToken } from '../scheduling/cancellationToken';
import { type Clock, systemClock } from '../scheduling/clock';
import { ExpiringMap } from '../scheduling/expiringMap';
import { KeyedLock } from '../scheduling/keyedLock';
import { expiringState } from '../scheduling/removeExpiredState';

/**
 * How long a search by a saved value may fail to find its contact. The service doesn't document
 * this time.
 */
const retentionMs = 10 * 60_000;

/**
 * At this limit, the entries use about 11 MB. The rate limit allows 1,000 saved contacts with up to
 * ten custom fields per token within the retention time, which is enough for five tokens.
 */
const maxSavedValues = 50_000;

export interface SavedValue {
	/**
	 * `unknown`: the request failed after it was sent, so a contact with this value may have been
	 * created.
	 */
	outcome: 'done' | 'unknown';
	/**
	 * The contact's ID. Missing if no response contained a valid ID. If the outcome is unknown, the ID
	 * comes from a later search and may belong to another contact.
	 */
	contactId?: string | undefined;
}

/**
 * Recently saved custom field values. Searches by these values may not find the contacts yet.
 * The values aren't shared between n8n workers. Each value is removed after ten minutes, after
 * `maxSavedValues` newer values, or when n8n stops.
 */
export class RecentlySavedValues {
	/**
	 * The keys are hashes of channel, custom field, and value, which keeps tokens and personal data
	 * out of memory.
	 */
	private readonly savedValues: ExpiringMap<SavedValue>;

	private readonly locks = new KeyedLock();

	constructor(clock: Clock) {
		this.savedValues = new ExpiringMap(clock, { retentionMs, maxEntries: maxSavedValues });
	}

	/**
	 * Locks the values that a search compares, and the saved values. Any number of executions can save
	 * a value at the same time, but not while another one searches for it and creates its contact.
	 * Returns `undefined` if the execution was stopped before the lock was acquired.
	 */
	async lock<Result>(
		channelKey: string,
		searched: CustomFieldReference,
		saved: readonly CustomFieldAssignment[],
		cancellation: CancellationToken,
		perform: () => Promise<Result>,
	): Promise<Result | undefined> {
		const exclusive = keysOf(channelKey, searched);
		const shared = saved.flatMap(({ name, value }) =>
			value === '' ? [] : [keyOf(channelKey, name, value)],
		);
		return await this.locks.runAll({ exclusive, shared }, cancellation, perform);
	}

	/** Returns the known data for a recently saved contact with any of these values. */
	get(channelKey: string, reference: CustomFieldReference): SavedValue | undefined {
		const known = keysOf(channelKey, reference).map((key) => this.savedValues.get(key));
		return known.find((entry) => entry !== undefined)?.value;
	}

	/** Records only the value that was saved, not its other spellings. */
	add(channelKey: string, { name, value }: CustomFieldAssignment, savedValue: SavedValue): void {
		this.savedValues.set(keyOf(channelKey, name, value), savedValue);
	}

	removeExpired(): void {
		this.savedValues.removeExpired();
	}
}

function keysOf(channelKey: string, reference: CustomFieldReference): string[] {
	return valuesOf(reference).map((value) => keyOf(channelKey, reference.name, value));
}

function keyOf(channelKey: string, name: string, value: string): string {
	return hashOf([channelKey, name, value]);
}

export const recentlySavedValues = expiringState(new RecentlySavedValues(systemClock));
