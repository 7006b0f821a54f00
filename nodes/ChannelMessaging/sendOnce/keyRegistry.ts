import type { IExecuteFunctions } from 'n8n-workflow';

import type { Clock } from '../scheduling/clock';
import { IdempotencyKeys } from './idempotencyKeys';
import { createRow, type KeyStore, keyStore, type StoreHelpers } from './keyStore';

/**
 * Inactive nodes stay registered for some time, so that n8n's database isn't checked before every
 * message.
 */
const retentionMs = 10 * 60_000;

export interface NodeKeys {
	sent: IdempotencyKeys;
	store: KeyStore;
}

interface Context extends Pick<IExecuteFunctions, 'getNode' | 'getWorkflow'> {
	readonly helpers: StoreHelpers;
}

interface RegisteredKeys {
	sent: IdempotencyKeys;
	/** Resolves when the database row exists, or after an attempt to create the row has failed. */
	hasRow: Promise<void>;
	usedAt: number;
}

/**
 * Registers the keys of each node across executions, because all executions of a node share a
 * database row.
 */
export class KeyRegistry {
	private readonly keys = new Map<string, RegisteredKeys>();

	constructor(private readonly clock: Clock) {}

	keysFor(context: Context): NodeKeys {
		const { sent, hasRow } = this.registeredKeys(context);
		return { sent, store: keyStore(context.helpers, hasRow) };
	}

	private registeredKeys(context: Context): RegisteredKeys {
		const now = this.clock.now();
		for (const [owner, { sent, usedAt }] of this.keys) {
			if (sent.isIdle && now - usedAt > retentionMs) this.keys.delete(owner);
		}
		const owner = JSON.stringify([context.getWorkflow().id, context.getNode().id]);
		const known = this.keys.get(owner);
		if (known !== undefined) {
			known.usedAt = now;
			return known;
		}
		const sent = new IdempotencyKeys(this.clock);
		const created = { sent, hasRow: createRow(context.helpers), usedAt: now };
		this.keys.set(owner, created);
		return created;
	}
}
