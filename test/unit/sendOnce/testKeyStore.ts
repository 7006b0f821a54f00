import type { KeyStore } from '../../../nodes/ChannelMessaging/sendOnce/keyStore';
import type { Clock } from '../../../nodes/ChannelMessaging/scheduling/clock';

/** Reads all keys, and writes them later, as n8n's store does: concurrent changes are lost. */
export class TestKeyStore implements KeyStore {
	private row: ReadonlySet<string> = new Set();

	readonly changes: Array<{ kind: 'record' | 'remove'; keys: readonly string[] }> = [];

	/** The error of all changes, if set. */
	error: Error | undefined;

	/** @param changeMs the duration of each change, in milliseconds */
	constructor(
		private readonly clock: Clock,
		private readonly changeMs: number,
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
		await this.clock.sleep(this.changeMs);
		if (this.error !== undefined) throw this.error;
		return before;
	}
}
