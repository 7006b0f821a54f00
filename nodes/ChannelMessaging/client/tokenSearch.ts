/** A range of character positions with an exclusive end. */
export interface TokenRange {
	start: number;
	end: number;
}

const percentSign = 0x25;
const ampersand = 0x26;
const semicolon = 0x3b;
const backslash = 0x5c;
const letterU = 0x75;
const zero = 0x30;

const numberSign = 0x23;
const letterX = 0x78;
/** The bit in which letters differ from capital letters. */
const lowerCase = 0x20;
/** Tokens consist of printable ASCII characters. */
const maxTokenCode = 0x7e;

const htmlNames = [
	{ text: 'amp', code: ampersand },
	{ text: 'apos', code: 0x27 },
	{ text: 'gt', code: 0x3e },
	{ text: 'lt', code: 0x3c },
	{ text: 'quot', code: 0x22 },
].map(({ text, code }) => ({ name: Uint8Array.from(Buffer.from(text)), code }));

/** The longest form of an escaped character is `&#x00002d;`. */
export const maxEscapedLength = 10;

/** By character code: the value of a hexadecimal digit, and -1 for other characters. */
const hexValues = Int8Array.from({ length: 0x80 }, (_, code) =>
	/[\da-f]/i.test(String.fromCharCode(code)) ? parseInt(String.fromCharCode(code), 16) : -1,
);

const canEndSequence = Uint8Array.from(hexValues, (value, code) =>
	value >= 0 || code === semicolon ? 1 : 0,
);

/** An escape sequence that the end of a text cuts off. */
const incompleteEscape = /[\\%&][\\#\w]{0,9}$/;

/**
 * Finds a token in text in which any characters of the token are escaped as in JSON, JSON within
 * JSON, URLs, or HTML. The time is proportional to the length of the text, whatever the text and the
 * token contain.
 *
 * Both are compared without escape sequences, which are removed repeatedly, and without
 * backslashes. No sequence contains the first character of another one, so the result doesn't
 * depend on the order of removal. States are those of the Knuth-Morris-Pratt algorithm: the
 * number of the token's characters that match the end of the text.
 */
export class TokenSearch {
	private readonly codes: Uint16Array;
	private readonly starts: Uint32Array;
	/** Whether a backslash precedes the character. */
	private readonly afterBackslash: Uint8Array;
	private readonly states: Uint32Array;
	/**
	 * The states if the latest escape sequence isn't one, because the token starts within it: `100%`
	 * can precede a token that starts with `41`. Zero if no match starts there.
	 */
	private readonly otherStates: Uint32Array;
	/** The number of characters up to the escape sequence of `otherStates`. */
	private readonly otherLengths: Uint32Array;
	/** The arrays are ring buffers, in which the latest characters fit. */
	private readonly mask: number;
	/** One more than the number of characters, because the first entry precedes the text. */
	private length = 1;
	private readonly token: Uint16Array;
	private readonly fallbacks: Int32Array;
	private pendingBackslash = -1;
	private unescaped = 0;
	/** By character code: 1 for characters with which a match or an escape sequence can start. */
	private readonly canStart = new Uint8Array(0x80);

	constructor(token: string) {
		const size = 2 ** Math.ceil(Math.log2(token.length + 4 * maxEscapedLength));
		this.mask = size - 1;
		this.codes = new Uint16Array(size);
		this.starts = new Uint32Array(size);
		this.afterBackslash = new Uint8Array(size);
		this.states = new Uint32Array(size);
		this.otherStates = new Uint32Array(size);
		this.otherLengths = new Uint32Array(size);
		this.token = new Uint16Array(0);
		this.fallbacks = new Int32Array([-1]);
		for (let position = 0; position < token.length; position += 1) {
			this.append(token.charCodeAt(position), position);
		}
		this.token = this.codes.slice(1, this.length);
		this.fallbacks = this.fallbacksOfToken();
		for (const code of [percentSign, ampersand, backslash, this.token[0] ?? 0]) {
			this.canStart[code] = 1;
		}
	}

	/** The number of characters of the token without escape sequences and backslashes. */
	get tokenLength(): number {
		return this.token.length;
	}

	/** Returns the non-overlapping ranges of the text that contain the token. */
	rangesIn(text: string): TokenRange[] {
		const ranges: TokenRange[] = [];
		if (this.token.length === 0) return ranges;
		this.reset();
		const { length } = this.token;
		let nextIdle = 0;
		for (let position = 0; position < text.length; position += 1) {
			const code = text.charCodeAt(position);
			if (this.canStart[code] === 1) nextIdle = position + maxEscapedLength;
			else if (position >= nextIdle && this.isIdle()) continue;
			this.append(code, position);
			const start = this.startOfMatch(length);
			if (start === undefined) continue;
			let first = start;
			// A match ends again if an escape sequence of its last character ends later.
			for (let last = ranges.at(-1); last !== undefined && last.end > start; last = ranges.at(-1)) {
				first = Math.min(first, last.start);
				ranges.pop();
			}
			ranges.push({ start: first, end: position + 1 });
		}
		return ranges;
	}

	/**
	 * Returns the position from which the text is the start of the token, unless it has fewer than
	 * `minCharacters` from there.
	 */
	startAtEndOf(text: string, minCharacters: number): number | undefined {
		const incomplete = incompleteEscape.exec(text)?.[0].length ?? 0;
		const starts = [text.slice(0, text.length - incomplete), text].flatMap((complete) => {
			this.reset();
			const from = Math.max(0, complete.length - this.mask * maxEscapedLength);
			for (let position = from; position < complete.length; position += 1) {
				this.append(complete.charCodeAt(position), position);
			}
			const start = this.startOfMatch(1);
			return start === undefined || start > text.length - minCharacters ? [] : [start];
		});
		return starts.length === 0 ? undefined : Math.min(...starts);
	}

	private reset(): void {
		this.length = 1;
		this.states[0] = 0;
		this.otherStates[0] = 0;
		this.pendingBackslash = -1;
	}

	/** Whether no match has started. */
	private isIdle(): boolean {
		const last = (this.length - 1) & this.mask;
		return this.states[last] === 0 && this.otherStates[last] === 0;
	}

	/** Returns where a match of at least this length begins in the text, if one ends here. */
	private startOfMatch(minLength: number): number | undefined {
		const last = this.length - 1;
		const state = this.states[last & this.mask] ?? 0;
		const other = this.otherStates[last & this.mask] ?? 0;
		if (other < minLength && state < minLength) return undefined;
		const first = other > state ? (this.otherLengths[last & this.mask] ?? 0) : last + 1 - state;
		return this.starts[first & this.mask];
	}

	private append(code: number, start: number): void {
		if (code === backslash) {
			if (this.pendingBackslash < 0) this.pendingBackslash = start;
			return;
		}
		this.push(code, start);
		if (canEndSequence[code] === 1) this.removeSequences(code);
	}

	private removeSequences(code: number): void {
		let last = code;
		while (canEndSequence[last] === 1) {
			const length = this.sequenceLength(last);
			if (length === 0) return;
			const from = this.length - length;
			const sequenceStart = this.starts[from & this.mask] ?? 0;
			const other = this.stateFromHere(from + 1);
			this.length = from;
			last = this.unescaped;
			if (last === backslash) {
				this.pendingBackslash = sequenceStart;
				return;
			}
			this.push(last, sequenceStart);
			const index = from & this.mask;
			if (this.otherStates[index] === 0) {
				this.otherStates[index] = other;
				this.otherLengths[index] = from;
			}
		}
	}

	private push(code: number, start: number): void {
		const index = this.length & this.mask;
		const previous = (this.length - 1) & this.mask;
		const isAfterBackslash = this.pendingBackslash >= 0;
		this.codes[index] = code;
		this.starts[index] = isAfterBackslash ? this.pendingBackslash : start;
		this.afterBackslash[index] = isAfterBackslash ? 1 : 0;
		this.pendingBackslash = -1;
		this.states[index] = this.next(this.states[previous] ?? 0, code);
		const other = this.otherStates[previous] ?? 0;
		this.otherStates[index] = 0;
		if (other > 0) {
			const length = this.otherLengths[previous] ?? 0;
			const next = this.next(other, code);
			// A shorter match is one of the usual reading, too.
			if (next > this.length - length) {
				this.otherStates[index] = next;
				this.otherLengths[index] = length;
			}
		}
		this.length += 1;
	}

	private next(state: number, code: number): number {
		let matched = state;
		while (matched >= 0 && this.token[matched] !== code) {
			matched = this.fallbacks[matched] ?? -1;
		}
		return matched + 1;
	}

	private stateFromHere(from: number): number {
		let state = 0;
		for (let index = from; index < this.length; index += 1) {
			state = this.next(state, this.codes[index & this.mask] ?? 0);
		}
		return state;
	}

	private codeBefore(distance: number): number {
		return distance < this.length ? (this.codes[(this.length - distance) & this.mask] ?? 0) : 0;
	}

	/** Returns 0 if no escape sequence ends here. Otherwise, sets `unescaped`. */
	private sequenceLength(last: number): number {
		if (last === semicolon) return this.htmlSequenceLength();
		const before = this.codeBefore(3);
		if (before !== percentSign && before !== zero) return 0;
		const high = hexValues[this.codeBefore(2)] ?? -1;
		if (high < 0) return 0;
		this.unescaped = high * 16 + (hexValues[last] ?? 0);
		if (before === percentSign) return 3;
		const isUnicode =
			this.codeBefore(4) === zero &&
			this.codeBefore(5) === letterU &&
			this.afterBackslash[(this.length - 5) & this.mask] === 1;
		return isUnicode ? 5 : 0;
	}

	private htmlSequenceLength(): number {
		for (let length = 3; length <= maxEscapedLength; length += 1) {
			if (this.codeBefore(length) !== ampersand) continue;
			this.unescaped =
				this.codeBefore(length - 1) === numberSign
					? this.htmlNumber(length)
					: this.htmlName(length);
			return this.unescaped === 0 ? 0 : length;
		}
		return 0;
	}

	private htmlNumber(length: number): number {
		const isHexadecimal = (this.codeBefore(length - 2) | lowerCase) === letterX;
		let value = 0;
		for (let distance = length - (isHexadecimal ? 3 : 2); distance > 1; distance -= 1) {
			const digit = hexValues[this.codeBefore(distance)] ?? -1;
			if (digit < 0 || (!isHexadecimal && digit > 9)) return 0;
			value = value * (isHexadecimal ? 16 : 10) + digit;
		}
		return value <= maxTokenCode ? value : 0;
	}

	private htmlName(length: number): number {
		for (const { name, code } of htmlNames) {
			if (name.length !== length - 2) continue;
			let index = 0;
			while (name[index] === this.codeBefore(length - 1 - index)) index += 1;
			if (index >= name.length) return code;
		}
		return 0;
	}

	/**
	 * Skips fallbacks that expect the same next character, so that one step takes logarithmic time.
	 * The usual amortized time doesn't hold, because escape sequences restore earlier states.
	 */
	private fallbacksOfToken(): Int32Array {
		const token = this.token;
		const fallbacks = new Int32Array(token.length + 1);
		fallbacks[0] = -1;
		let state = 0;
		for (let index = 1; index < token.length; index += 1) {
			const isSame = token[index] === token[state];
			fallbacks[index] = isSame ? (fallbacks[state] ?? -1) : state;
			while (state >= 0 && token[index] !== token[state]) state = fallbacks[state] ?? -1;
			state += 1;
		}
		fallbacks[token.length] = state;
		return fallbacks;
	}
}
