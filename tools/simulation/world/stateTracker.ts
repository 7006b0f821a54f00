/**
 * Observes the state of modules from outside: the collections that they create while they load, and
 * everything in these collections.
 */
export class StateTracker {
	private readonly roots: object[] = [];

	private isLoading = true;

	/** Replaces the globals of the modules. */
	get globals() {
		const add = (collection: object) => {
			if (this.isLoading) this.roots.push(collection);
		};
		return {
			Map: class<Key, Value> extends Map<Key, Value> {
				constructor(entries?: Iterable<readonly [Key, Value]> | null) {
					super(entries);
					add(this);
				}
			},
			Set: class<Value> extends Set<Value> {
				constructor(values?: Iterable<Value> | null) {
					super(values);
					add(this);
				}
			},
		};
	}

	/** Must be called when all modules have been loaded. */
	loaded(): void {
		this.isLoading = false;
	}

	/** The number of values in the collections, at any depth, and of the characters in texts. */
	get size(): number {
		const seen = new Set<unknown>();
		const waiting: unknown[] = [...this.roots];
		let size = 0;
		while (waiting.length > 0) {
			const value = waiting.pop();
			size += typeof value === 'string' ? value.length : 1;
			if (typeof value !== 'object' || value === null || seen.has(value)) continue;
			seen.add(value);
			waiting.push(...childrenOf(value));
		}
		return size;
	}
}

function childrenOf(value: object): unknown[] {
	const children: unknown[] = Object.values(value);
	if (value instanceof Map) children.push(...value.keys(), ...value.values());
	if (value instanceof Set) children.push(...value);
	return children.filter((child) => child !== undefined);
}
