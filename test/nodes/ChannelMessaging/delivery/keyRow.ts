import type { Clock } from '../../../../nodes/ChannelMessaging/rateLimit/clock';
import type { KeyStore } from '../../../../nodes/ChannelMessaging/delivery/sentKeys';

/**
 * A store that reads all keys, changes them, and writes them back a while later, as n8n's does: of
 * two changes at once, one gets lost.
 */
export class KeyRow implements KeyStore {
	private row: readonly string[] = [];

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
		return this.row;
	}

	async record(keys: readonly string[]): Promise<ReadonlySet<string>> {
		this.changes.push({ kind: 'record', keys });
		const before = await this.read();
		this.row = [...before, ...keys.filter((key) => !before.includes(key))];
		return new Set(keys.filter((key) => before.includes(key)));
	}

	async remove(keys: readonly string[]): Promise<void> {
		this.changes.push({ kind: 'remove', keys });
		const before = await this.read();
		this.row = before.filter((key) => !keys.includes(key));
	}

	private async read(): Promise<readonly string[]> {
		const before = this.row;
		await this.clock.sleep(this.milliseconds);
		if (this.outage !== undefined) throw this.outage;
		return before;
	}
}
