import type { IExecuteFunctions } from 'n8n-workflow';

import type { Clock } from '../scheduling/clock';
import { KeysInMemory } from './keysInMemory';
import { createRow, type KeyStore, keyStore, type StoreHelpers } from './keyStore';

/** How long unused keys stay registered, so that not every execution has to query the database. */
const retentionMs = 10 * 60_000;

export interface NodeKeys {
	sent: KeysInMemory;
	store: KeyStore;
}

interface Context extends Pick<IExecuteFunctions, 'getNode' | 'getWorkflow'> {
	readonly helpers: StoreHelpers;
}

interface RegisteredKeys {
	sent: KeysInMemory;
	/** The number of executions that are using the keys. */
	users: number;
	/** When the last execution released the keys. */
	releasedAt: number;
}

/**
 * Shares a node's keys between its executions, which use the same database row. Several
 * `KeysInMemory` objects would overwrite each other's changes, so the keys stay registered while
 * any execution uses them.
 */
export class KeysSharedByExecutions {
	private readonly keys = new Map<string, RegisteredKeys>();

	constructor(private readonly clock: Clock) {}

	/** Returns the node's keys. `release` must be called when no message is in flight anymore. */
	acquire(context: Context): NodeKeys & { release: () => void } {
		const registered = this.registeredKeys(context);
		registered.users += 1;
		return {
			sent: registered.sent,
			store: keyStore(context.helpers),
			release: () => {
				registered.users -= 1;
				registered.releasedAt = this.clock.now();
			},
		};
	}

	private registeredKeys(context: Context): RegisteredKeys {
		const owner = JSON.stringify([context.getWorkflow().id, context.getNode().id]);
		const known = this.keys.get(owner);
		if (known !== undefined) return known;
		const sent = new KeysInMemory(this.clock, createRow(context.helpers));
		const created = { sent, users: 0, releasedAt: 0 };
		this.keys.set(owner, created);
		return created;
	}

	removeExpired(): void {
		const expiredSince = this.clock.now() - retentionMs;
		for (const [owner, { users, releasedAt }] of this.keys) {
			if (users === 0 && releasedAt < expiredSince) this.keys.delete(owner);
		}
	}
}
