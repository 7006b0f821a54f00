import type { CancellationToken } from '../scheduling/cancellationToken';
import type { Clock } from '../scheduling/clock';
import { KeyMemory } from './keyMemory';

/** Where the keys of sent messages are kept, outside of this process. */
export interface KeyStore {
	/** Records keys. Gives those of them that were recorded before. */
	record(keys: readonly string[]): Promise<ReadonlySet<string>>;
	remove(keys: readonly string[]): Promise<void>;
}

export type Recorded =
	| { kind: 'new' }
	| { kind: 'knownBefore' }
	/** The store could not be used; why, in its own words. */
	| { kind: 'unavailable'; reason: string };

/** A key whose message waits to be sent. */
export interface AnnouncedKey {
	/** Resolves when the key has been recorded, be it before its turn. Never rejects. */
	readonly recorded: Promise<Recorded>;
	/** Records the key, because its message may leave now. */
	record(): Promise<Recorded>;
	/** Nothing more is sent for it. Gives what came of recording it, if it ever was. */
	end(): Promise<Recorded | undefined>;
}

/** Where keys are recorded for the messages of a run. */
export interface Recorder {
	store: KeyStore;
	/** How many messages may leave together. */
	atOnce: number;
}

interface Change<Result> {
	key: string;
	store: KeyStore;
	settle(result: Result): void;
}

type Recording = Change<Recorded> & Recorder;

/** Where keys were known, the next ones are likely to be: so many times more are asked for. */
const growth = 2;

/** For how many windows' messages keys are recorded early at most: each access to the store is slow. */
const windowsAhead = 4;

/** The store rests so long after a change, as a part of the time that the change took. */
const rest = 0.25;

/**
 * The keys for which one node sends its messages, for all executions of this process. A store knows
 * only to read all keys, change them, and write them back: two changes at once would lose one. So
 * changes go one after the other here, and those that come together are written together.
 */
export class IdempotencyKeys {
	/** For each key that somebody sends for, the end of the last turn. */
	private readonly turns = new Map<string, Promise<void>>();

	/** In the order in which their messages will leave. */
	private readonly announced = new Set<Recording>();

	private readonly due: Recording[] = [];

	private readonly removals: Array<Change<boolean>> = [];

	/** How many keys are recorded together while only known ones are found. */
	private ahead = 0;

	private isWriting = false;

	/** What this process sent for: the store needn't be asked for these keys. */
	readonly memory = new KeyMemory();

	constructor(private readonly clock: Clock) {}

	/**
	 * Resolves when nobody else sends for the key, with a function that ends the turn; with nothing
	 * when cancelled before.
	 */
	async turn(key: string, stop: CancellationToken): Promise<(() => void) | undefined> {
		if (stop.isCancelled) return undefined;
		const before = this.turns.get(key);
		let end: () => void = () => undefined;
		const ended = new Promise<void>((resolve) => {
			end = resolve;
		});
		const turn = Promise.all([before, ended]).then(() => {
			if (this.turns.get(key) === turn) this.turns.delete(key);
		});
		this.turns.set(key, turn);
		await new Promise<void>((resolve) => {
			const stay = stop.onCancel(resolve);
			void Promise.resolve(before).then(stay).then(resolve);
		});
		if (!stop.isCancelled) return end;
		end();
		return undefined;
	}

	async remembers(key: string): Promise<boolean> {
		if (!this.memory.has(key)) return false;
		// Thousands of such keys in one go would keep the event loop.
		await this.clock.sleep(0);
		return true;
	}

	/**
	 * Announces a key, whose turn it has to be. It is recorded when its message may leave, or, where
	 * the keys before it were all known, together with them: what was sent before then needs no
	 * place in the rate limit. Few are recorded early, and none while keys are new, so that an end of
	 * n8n in that moment keeps few messages from being sent.
	 */
	announce(key: string, { store, atOnce }: Recorder): AnnouncedKey {
		let settle: (recorded: Recorded) => void = () => undefined;
		const recorded = new Promise<Recorded>((resolve) => {
			settle = resolve;
		});
		const recording: Recording = { key, store, atOnce, settle };
		this.announced.add(recording);
		return {
			recorded,
			record: async () => {
				if (this.announced.delete(recording)) {
					this.due.push(recording);
					void this.write();
				}
				return await recorded;
			},
			end: async () => (this.announced.delete(recording) ? undefined : await recorded),
		};
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
		while (this.due.length > 0 || this.removals.length > 0) {
			const start = this.clock.now();
			await this.writeRemovals();
			await this.writeRecords();
			await this.clock.sleep(rest * (this.clock.now() - start));
		}
		this.isWriting = false;
	}

	private async writeRemovals(): Promise<void> {
		const removals = this.removals.splice(0);
		const [first] = removals;
		if (first === undefined) return;
		const isRemoved = await first.store.remove(removals.map(({ key }) => key)).then(
			() => true,
			() => false,
		);
		for (const { settle } of removals) settle(isRemoved);
	}

	private async writeRecords(): Promise<void> {
		const due = this.due.splice(0);
		const [first] = due;
		if (first === undefined) return;
		const early = Math.max(0, Math.min(windowsAhead * first.atOnce, this.ahead) - due.length);
		const batch = [...due, ...[...this.announced].slice(0, early)];
		for (const recording of batch) this.announced.delete(recording);
		this.ahead = 0;
		const recorded = await first.store.record(batch.map(({ key }) => key)).then(
			(known) => {
				if (known.size === batch.length) this.ahead = growth * batch.length;
				return (key: string): Recorded => ({ kind: known.has(key) ? 'knownBefore' : 'new' });
			},
			(error: unknown) => {
				const reason = error instanceof Error ? error.message : String(error);
				return (): Recorded => ({ kind: 'unavailable', reason });
			},
		);
		for (const { key, settle } of batch) settle(recorded(key));
	}
}
