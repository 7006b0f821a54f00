import { decimalNumber } from './decimalNumber';
import { maxNumberCharacters } from './questionLimits';

const isDigit = /\p{Nd}/u;

/** Relies on Unicode encoding each script's digits consecutively from zero to nine. */
function asciiDigit(digit: string): string {
	const code = digit.codePointAt(0) ?? 0;
	let first = code;
	while (isDigit.test(String.fromCodePoint(first - 1))) first -= 1;
	return String((code - first) % 10);
}

/** Converts a number to ASCII, except for Arabic separators, which are unambiguous. */
function normalized(text: string): string {
	return (
		text
			// `Intl` writes text direction marks next to the sign.
			.replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
			.replace(/[\u2010-\u2015\u2212\ufe63\uff0d]/g, '-')
			.replace(/[\p{Zs}\t]/gu, ' ')
			.replace(/[\u2018\u2019\u02bc\uff07]/g, "'")
			.replace(/[\u060c\u2e41\uff0c]/g, ',')
			.replace(/\uff0e/g, '.')
			.replace(/[^\P{Nd}0-9]/gu, asciiDigit)
			.trim()
	);
}

/** Matches digits in groups of three. No language writes a zero before the first group. */
const grouped = /^[1-9]\d{0,2}([.,' \u066c])\d{3}(?:\1\d{3})*$/;

const groupSeparators = /[.,' \u066c]/g;

/** Parses and formats numbers in the notation of the page's language. */
export class WrittenNumbers {
	/** Cached, because creating a number format takes longer than using it. */
	private readonly formats = new Map<string, Intl.NumberFormat | undefined>();

	constructor(private readonly language: string) {}

	/**
	 * Accepts digits of any script, a decimal comma or point, and grouped digits. The page's
	 * language decides if text such as `1.234` is ambiguous. Returns `undefined` if no number is
	 * written like this in the language, or if a JavaScript number would lose digits.
	 */
	read(text: string): number | undefined {
		if (text.length > maxNumberCharacters) return undefined;
		const [, sign = '', unsigned = ''] = /^([-+]?) ?([^]*)$/.exec(normalized(text)) ?? [];
		const all = this.interpretations(unsigned);
		const [interpretation] =
			all.length === 1 ? all : all.filter((number) => this.isWritten(unsigned, number));
		return interpretation === undefined
			? undefined
			: decimalNumber(sign.replace('+', '') + interpretation);
	}

	/** Formats a number so that `read` parses it back to the same value. */
	write(number: number): string {
		const options = { useGrouping: false, maximumFractionDigits: 20 };
		const written = this.format(options)?.format(number);
		const text = String(number);
		// The additional zero distinguishes the fraction in 1.2340 from a group of digits.
		const forms = [written ?? text, text, `${text}0`];
		return forms.find((form) => this.read(form) === number) ?? text;
	}

	/** Returns the possible values of an unsigned number, in JavaScript's notation. */
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

	/** Removes the separators between digit groups of a whole number, if the grouping is valid. */
	private withoutGroups(text: string): string | undefined {
		const digits = text.replace(groupSeparators, '');
		if (digits === text || digits.length > 21 || !/^\d+$/.test(digits)) return undefined;
		// In India, groups other than the last one have two digits.
		return grouped.test(text) || this.isWritten(text, digits) ? digits : undefined;
	}

	/** Whether the language's standard format of `number` is `text`. */
	private isWritten(text: string, number: string): boolean {
		const minimumFractionDigits = number.split('.')[1]?.length ?? 0;
		const options = { minimumFractionDigits, maximumFractionDigits: 20 };
		return [options, { ...options, numberingSystem: 'latn' }].some(
			(format) => normalized(this.format(format)?.format(Number(number)) ?? '') === text,
		);
	}

	/** Returns `undefined` if Node.js doesn't support the language. */
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
