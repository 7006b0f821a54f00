import { createHash } from 'node:crypto';

/**
 * How many keys are remembered of a node; the oldest are forgotten then. Here they take about 3 MB.
 * n8n keeps them in one row of its database, which it reads and writes whole at each change.
 */
export const mostKeys = 50_000;

/**
 * The latest keys for which this process sent, as hashes: some keys are long, or private. What
 * another process sent is not remembered, as it may still take its key out of the store again.
 */
export class KeyMemory {
	/** The oldest first. */
	private readonly hashes = new Set<string>();

	add(key: string): void {
		const hash = hashOf(key);
		this.hashes.delete(hash);
		this.hashes.add(hash);
		const [oldest] = this.hashes;
		if (this.hashes.size > mostKeys && oldest !== undefined) this.hashes.delete(oldest);
	}

	has(key: string): boolean {
		return this.hashes.has(hashOf(key));
	}
}

function hashOf(key: string): string {
	return createHash('sha256').update(key).digest('base64url').slice(0, 22);
}
