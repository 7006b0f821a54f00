import type { Clock } from '../rateLimit/clock';
import type { Halt } from './halt';

/** Where the keys of sent messages are kept, outside of this process. */
export interface KeyStore {
	/** Records keys. Gives those of them that were recorded before. */
	record(keys: readonly string[]): Promise<ReadonlySet<string>>;
	/** Takes keys out again. */
	remove(keys: readonly string[]): Promise<void>;
}

/** What came of recording a key. */
export type Recorded =
	| { kind: 'new' }
	| { kind: 'knownBefore' }
	/** The store could not be used; why, in its own words. */
	| { kind: 'unavailable'; reason: string };

interface Change<Result> {
	key: string;
	store: KeyStore;
	settle(result: Result): void;
}

/** Milliseconds. */
const longestRest = 1_000;

function reasonOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}

/**
 * The keys for which one node sends its messages, for all executions of this process. A store knows
 * only to read all keys, change them, and write them back: two changes at once would lose one. So
 * changes go one after the other here, and those that come together are written together.
 */
export class SentKeys {
	/** For each key that somebody sends for, who waits to do so next. */
	private readonly turns = new Map<string, Array<() => void>>();

	private records: Array<Change<Recorded>> = [];

	private removals: Array<Change<boolean>> = [];

	private isWriting = false;

	constructor(private readonly clock: Clock) {}

	/**
	 * Resolves when nobody else sends for the key, with a function that ends the turn; with nothing
	 * when halted before.
	 */
	async turn(key: string, halt: Halt): Promise<(() => void) | undefined> {
		if (halt.isHalted) return undefined;
		const end = () => {
			this.endTurn(key);
		};
		const waiting = this.turns.get(key);
		if (waiting === undefined) {
			this.turns.set(key, []);
			return end;
		}
		return await new Promise((resolve) => {
			const begin = () => {
				stay();
				resolve(end);
			};
			const stay = halt.onHalt(() => {
				waiting.splice(waiting.indexOf(begin), 1);
				resolve(undefined);
			});
			waiting.push(begin);
		});
	}

	private endTurn(key: string): void {
		const next = this.turns.get(key)?.shift();
		if (next === undefined) this.turns.delete(key);
		else next();
	}

	/** Records a key, whose turn it has to be. Never rejects. */
	async record(key: string, store: KeyStore): Promise<Recorded> {
		return await new Promise((settle) => {
			this.records.push({ key, store, settle });
			void this.write();
		});
	}

	/** Takes a key out again, whose turn it has to be. Says whether it could. Never rejects. */
	async remove(key: string, store: KeyStore): Promise<boolean> {
		return await new Promise((settle) => {
			this.removals.push({ key, store, settle });
			void this.write();
		});
	}

	private async write(): Promise<void> {
		if (this.isWriting) return;
		this.isWriting = true;
		// The keys of a burst come in the same turn of the event loop.
		await this.clock.sleep(0);
		while (this.records.length > 0 || this.removals.length > 0) {
			const start = this.clock.now();
			await this.writeRemovals();
			await this.writeRecords();
			// A large store takes at most half of n8n's time, and what comes meanwhile goes together. A
			// longer rest would keep calls from leaving when the rate limit lets them.
			await this.clock.sleep(Math.min(longestRest, this.clock.now() - start));
		}
		this.isWriting = false;
	}

	private async writeRemovals(): Promise<void> {
		const removals = this.removals;
		this.removals = [];
		const [first] = removals;
		if (first === undefined) return;
		const isRemoved = await first.store.remove(removals.map(({ key }) => key)).then(
			() => true,
			() => false,
		);
		for (const { settle } of removals) settle(isRemoved);
	}

	private async writeRecords(): Promise<void> {
		const records = this.records;
		this.records = [];
		const [first] = records;
		if (first === undefined) return;
		const recorded = await first.store.record(records.map(({ key }) => key)).then(
			(known) =>
				(key: string): Recorded => ({ kind: known.has(key) ? 'knownBefore' : 'new' }),
			(error: unknown) => (): Recorded => ({ kind: 'unavailable', reason: reasonOf(error) }),
		);
		for (const { key, settle } of records) settle(recorded(key));
	}
}
