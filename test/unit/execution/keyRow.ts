import type { KeyStore } from '../../../nodes/ChannelMessaging/execution/idempotencyKeys';
import type { Clock } from '../../../nodes/ChannelMessaging/scheduling/clock';

/**
 * A store that reads all keys, changes them, and writes them back a while later, as n8n's does: of
 * two changes at once, one gets lost.
 */
export class KeyRow implements KeyStore {
	private row: ReadonlySet<string> = new Set();

	/** What was asked of it, in order. */
	readonly changes: Array<{ kind: 'record' | 'remove'; keys: readonly string[] }> = [];

	/** What is wrong with the database, if anything. */
	outage: Error | undefined;

	/** @param milliseconds that a change takes */
	constructor(
		private readonly clock: Clock,
		private readonly milliseconds: number,
	) {}

	get keys(): readonly string[] {
		return [...this.row];
	}

	async record(keys: readonly string[]): Promise<ReadonlySet<string>> {
		this.changes.push({ kind: 'record', keys });
		const before = await this.read();
		const known = new Set(keys.filter((key) => before.has(key)));
		if (known.size < keys.length) this.row = new Set([...before, ...keys]);
		return known;
	}

	async remove(keys: readonly string[]): Promise<undefined> {
		this.changes.push({ kind: 'remove', keys });
		const before = await this.read();
		const removed = new Set(keys);
		this.row = new Set([...before].filter((key) => !removed.has(key)));
	}

	private async read(): Promise<ReadonlySet<string>> {
		const before = this.row;
		await this.clock.sleep(this.milliseconds);
		if (this.outage !== undefined) throw this.outage;
		return before;
	}
}
