/**
 * Nanoseconds of CPU time per unit of work, rounded up from measurements with Node.js 20. A
 * regular expression can look at a character several times.
 */
const costs = { character: 2, matchedCharacter: 100, replacement: 100, value: 20 };

type Unit = keyof typeof costs;

type Method = (this: unknown, ...values: unknown[]) => unknown;

/** Returns the number of units that a call of a built-in function takes. */
type Size = (call: { self: unknown; values: readonly unknown[]; result: unknown }) => number;

const lengthOf = (text: unknown): number => (typeof text === 'string' ? text.length : 0);

const own: Size = ({ self }) => lengthOf(self);

const first: Size = ({ values }) => lengthOf(values[0]);

const returned: Size = ({ result }) => lengthOf(result);

/** Built-in functions whose time depends on the length of a text. */
const functions: ReadonlyArray<readonly [owner: object, names: readonly string[], Unit, Size]> = [
	[
		String.prototype,
		[
			...['includes', 'indexOf', 'lastIndexOf', 'match', 'matchAll', 'normalize', 'replace'],
			...['replaceAll', 'search', 'split', 'toLowerCase', 'toUpperCase', 'trim'],
		],
		'character',
		own,
	],
	[String.prototype, ['repeat'], 'character', returned],
	[RegExp.prototype, ['exec', 'test'], 'matchedCharacter', first],
	[Array.prototype, ['join'], 'character', returned],
	[JSON, ['parse'], 'character', first],
	[JSON, ['stringify'], 'character', returned],
	[Buffer, ['byteLength', 'from'], 'character', first],
];

/**
 * Estimates the CPU time of code from its work: the characters that built-in functions process, and
 * the values that the code reads. Unlike measured time, the estimate doesn't depend on the machine.
 */
export class WorkMeter {
	private nanoseconds = 0;

	/** Built-in functions call each other. Only the outer call counts. */
	private isInside = false;

	/** Returns the estimate in milliseconds. */
	get milliseconds(): number {
		return this.nanoseconds / 1_000_000;
	}

	/** Calls a function, and adds all work until it returns. */
	measure<Result>(work: () => Result): Result {
		const restore = functions.flatMap(([owner, names, unit, size]) =>
			names.map((name) => this.replaced(owner, name, unit, size)),
		);
		try {
			return work();
		} finally {
			for (const each of restore) each();
		}
	}

	/** Returns a copy of a value from JSON whose properties count when they are read. */
	counted(value: unknown): unknown {
		if (typeof value !== 'object' || value === null) return value;
		return new Proxy(value, {
			get: (target, name, receiver) => {
				this.add('value', 1);
				return this.counted(Reflect.get(target, name, receiver));
			},
			ownKeys: (target) => {
				const keys = Reflect.ownKeys(target);
				this.add('value', keys.length);
				return keys;
			},
		});
	}

	private add(unit: Unit, count: number): void {
		this.nanoseconds += costs[unit] * count;
	}

	/** Replaces a built-in function. Returns a function that restores it. */
	private replaced(owner: object, name: string, unit: Unit, size: Size): () => void {
		const descriptor = Object.getOwnPropertyDescriptor(owner, name) ?? {};
		const original = descriptor.value as Method;
		const call = (self: unknown, values: readonly unknown[]) => {
			if (this.isInside) return original.apply(self, [...values]);
			this.isInside = true;
			try {
				const counted = name.startsWith('replace') ? this.withReplacements(values) : values;
				const result = original.apply(self, [...counted]);
				this.add(unit, size({ self, values, result }));
				return result;
			} finally {
				this.isInside = false;
			}
		};
		const value: Method = function (...values) {
			return call(this, values);
		};
		Object.defineProperty(owner, name, { ...descriptor, value });
		return () => {
			Object.defineProperty(owner, name, descriptor);
		};
	}

	/** Returns the arguments of a replacement so that each match counts. */
	private withReplacements([pattern, replacement]: readonly unknown[]): readonly unknown[] {
		if (typeof replacement === 'string' && replacement.includes('$')) return [pattern, replacement];
		const replace =
			typeof replacement === 'function'
				? (replacement as (...match: unknown[]) => unknown)
				: () => replacement;
		const counting = (...match: unknown[]) => {
			this.add('replacement', 1);
			return replace(...match);
		};
		return [pattern, counting];
	}
}
