import { withAsciiDigits } from '../texts/asciiDigits';
import { exactNumber } from './exactNumber';
import { maxNumberCharacters } from './questionSizeLimits';

/**
 * Converts digits, signs, and separators to ASCII. Arabic separators are kept because they are
 * unambiguous.
 */
function normalized(text: string): string {
	return (
		withAsciiDigits(text)
			// `Intl` inserts direction marks next to the sign.
			.replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
			.replace(/[\u2010-\u2015\u2212\ufe63\uff0d]/g, '-')
			.replace(/[\p{Zs}\t]/gu, ' ')
			.replace(/[\u2018\u2019\u02bc\uff07]/g, "'")
			.replace(/[\u060c\u2e41\uff0c]/g, ',')
			.replace(/\uff0e/g, '.')
			.trim()
	);
}

/** Matches grouped digits. No language puts a zero before the first group. */
const grouped = /^[1-9]\d{0,2}([.,' \u066c])\d{3}(?:\1\d{3})*$/;

const groupSeparators = /[.,' \u066c]/g;

/** Parses and formats numbers as people write them in the page's language. */
export class LocalizedNumbers {
	/** Formats are slow to create but fast to use. */
	private readonly formats = new Map<string, Intl.NumberFormat | undefined>();

	constructor(private readonly language: string) {}

	/**
	 * Parses a number with the digits of any script, a decimal comma or point, and groups. If a number
	 * such as `1.234` is ambiguous, it is interpreted according to the language. Returns `undefined`
	 * if numbers aren't written like this in the language, or if digits would be lost.
	 */
	read(text: string): number | undefined {
		if (text.length > maxNumberCharacters) return undefined;
		const [, sign = '', unsigned = ''] = /^([-+]?) ?([^]*)$/.exec(normalized(text)) ?? [];
		const all = this.interpretations(unsigned);
		const [interpretation] =
			all.length === 1 ? all : all.filter((number) => this.isWritten(unsigned, number));
		return interpretation === undefined
			? undefined
			: exactNumber(sign.replace('+', '') + interpretation);
	}

	/** Formats a number in such a way that `read` returns the same number. */
	write(number: number): string {
		const options = { useGrouping: false, maximumFractionDigits: 20 };
		const written = this.format(options)?.format(number);
		const text = String(number);
		// The extra zero in 1.2340 shows that the digits are a fraction rather than a group.
		const forms = [written ?? text, text, `${text}0`];
		return forms.find((form) => this.read(form) === number) ?? text;
	}

	/**
	 * Returns all values that the text can represent. They are in JavaScript's notation and have no
	 * sign.
	 */
	private interpretations(text: string): string[] {
		if (/^\d+$/.test(text)) return [text];
		const [, whole = '', separator = '', fraction = ''] =
			/^([^]*)([.,\u066b])(\d+(?:e[-+]?\d+)?)$/i.exec(text) ?? [];
		const isPlain = /^\d*$/.test(whole);
		const digits = isPlain || whole.includes(separator) ? whole : this.withoutGroups(whole);
		const found = separator !== '' && digits !== undefined && /^\d*$/.test(digits);
		const integer = this.withoutGroups(text) ?? /^\d+e[-+]?\d+$/i.exec(text)?.[0];
		return [
			...(found ? [`${digits}.${fraction}`] : []),
			...(integer === undefined ? [] : [integer]),
		];
	}

	/** Removes group separators. Returns `undefined` if the groups are invalid. */
	private withoutGroups(text: string): string | undefined {
		const digits = text.replace(groupSeparators, '');
		if (digits === text || digits.length > 21 || !/^\d+$/.test(digits)) return undefined;
		// Indian notation uses groups of two digits, except for the last group.
		return grouped.test(text) || this.isWritten(text, digits) ? digits : undefined;
	}

	private isWritten(text: string, number: string): boolean {
		const minimumFractionDigits = number.split('.')[1]?.length ?? 0;
		const options = { minimumFractionDigits, maximumFractionDigits: 20 };
		return [options, { ...options, numberingSystem: 'latn' }].some(
			(format) => normalized(this.format(format)?.format(Number(number)) ?? '') === text,
		);
	}

	/**
	 * Returns a number format, or `undefined` if this version of Node.js doesn't support the language.
	 */
	private format(options: Intl.NumberFormatOptions): Intl.NumberFormat | undefined {
		const key = JSON.stringify(options);
		if (!this.formats.has(key)) this.formats.set(key, newFormat(this.language, options));
		return this.formats.get(key);
	}
}

function newFormat(
	language: string,
	options: Intl.NumberFormatOptions,
): Intl.NumberFormat | undefined {
	try {
		if (Intl.NumberFormat.supportedLocalesOf(language).length === 0) return undefined;
		return new Intl.NumberFormat(language, options);
	} catch {
		return undefined;
	}
}
