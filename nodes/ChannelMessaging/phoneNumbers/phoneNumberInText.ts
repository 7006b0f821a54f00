import { shortenedNumber } from '../texts/missingValuePatterns';
import { withoutInvisible } from '../texts/visibleText';
import { gatewayAddress, groupAddress, internalAddress } from './gatewayAddress';

type WrittenNumber =
	| {
			kind: 'written';
			/** The digits, separators, and plus sign as entered. */
			text: string;
			compact: string;
	  }
	/** `rejection` completes a sentence whose subject is the entered text. */
	| { kind: 'unknownNumber' | 'notANumber'; rejection: string };

const maxCharacters = 100;

/**
 * Longer text isn't searched for a phone number, because the search would take quadratic time. The
 * limit allows for invisible characters and spaces.
 */
const maxEnteredCharacters = 1_000;

/** The number of digits in the world's shortest national numbers. */
const minDigits = 4;

/** The maximum number of digits, including an international prefix. */
const maxDigits = 20;

/** A group with at least this many digits is probably a complete phone number. */
const minDigitsOfNumber = 7;

/** List entries with fewer digits don't count as phone numbers. */
const minDigitsInList = 5;

/**
 * The separators that libphonenumber accepts: spaces, dots, dashes, slashes, brackets, and tildes.
 */
const separator = /[\t\p{Zs}\p{Pd}\u2212\u30FC.·/\\()[\]{}~\u2053\u223C]/gu;

/**
 * Matches chat links such as `wa.me/…` and `https://api.whatsapp.com/send?phone=…`. Their numbers are
 * always international, even without a plus sign.
 */
const chatLink =
	/^(?:\w+:\/\/)?[^\s@]*?(?:wa\.me\/|whatsapp[^\s@]*?[?&]phone=)(?:\+|%2B)?(\d+)\/?(?:[?&#].*)?$/i;

/** Matches numbers in scientific notation, such as `4.479E+11`, as written by spreadsheets. */
const scientific = /^(\+?)(\d+)(?:[.,](\d*))?\s*E\s*\+?(\d{1,2})$/i;

/** Matches a number with an extension. Group 1 is the number without the extension. */
const extension =
	/^(.*\d)[\s,;(]*(?:#|(?:extension|extn|ext|xtn|x|anexo|interno|int|poste|durchwahl|доб)[.:=]?)\s*[.:=]?\s*\d{1,7}\)?$/iu;

/** Matches an extension in the American style, such as `-2#`. */
const americanExtension = /\d[\p{Pd}\s]+\d{1,6}#$/u;

/**
 * Removes text that people, spreadsheets, and messaging gateways add to a phone number, such as
 * labels, quotes, and the prefix `tel:`.
 */
export function phoneNumberInText(entered: string): WrittenNumber {
	if (entered.length > maxEnteredCharacters) return notANumber;
	const text = withoutQuotes(toAscii(withoutInvisible(entered)).trim());
	if (text.length > maxCharacters) return notANumber;
	const [, international] = gatewayAddress.exec(text) ?? chatLink.exec(text) ?? [];
	if (international !== undefined) return written(`+${international}`);
	if (groupAddress.test(text)) return notANumberBut('the address of a group');
	if (internalAddress.test(text)) return notANumberBut("a messenger's internal ID");
	if (text.includes('@')) return notANumber;
	const exponent = scientific.exec(text);
	if (exponent !== null) return withoutExponent(exponent);
	if (hasSeveralNumbers(text)) return severalNumbers;
	if (americanExtension.test(text)) return numberWithExtension;
	// Spreadsheets append a decimal part when they convert a number to text, as in `34600000001.0`.
	const number = withoutLabels(text).replace(/^(\+?\d+)[.,]0+$/, '$1');
	const compact = number.replace(separator, '');
	if (/^\+?\d+$/.test(compact) && compact.length >= minDigits) {
		return compact.length > maxDigits ? notANumber : written(number);
	}
	return digitsIn(extension.exec(text)?.[1]) >= minDigitsOfNumber
		? numberWithExtension
		: notANumber;
}

const notANumber = { kind: 'notANumber', rejection: 'is not a phone number' } as const;
const numberWithExtension = { kind: 'unknownNumber', rejection: 'has an extension' } as const;
const severalNumbers = {
	kind: 'notANumber',
	rejection: 'contains more than one phone number',
} as const;
const withLostDigits = { kind: 'notANumber', rejection: shortenedNumber } as const;

/** @param kind a noun phrase, such as `the address of a group` */
function notANumberBut(kind: string): WrittenNumber {
	return { kind: 'notANumber', rejection: `is ${kind}, not a phone number` };
}

function digitsIn(text = ''): number {
	return text.replace(/\D/g, '').length;
}

/** Removes quotes and the equals sign of a spreadsheet formula, as in `="+34…"`. */
function withoutQuotes(text: string): string {
	return text.replace(/^=?[\s"'“”„«»‹›‘’`´]*/, '').replace(/[\s"'“”„«»‹›‘’`´]+$/, '');
}

/** Converts scientific notation to digits if the exponent shows that no digits were lost. */
function withoutExponent([, plus = '', whole = '', fraction = '', power]: RegExpExecArray) {
	const length = whole.length + Number(power);
	const digits = whole + fraction;
	const isComplete = digits.length >= length && /^0*$/.test(digits.slice(length));
	if (!isComplete || length < minDigits) return withLostDigits;
	return written(plus + digits.slice(0, length));
}

/**
 * Detects several numbers by list separators, words, a second plus sign, or long groups of digits.
 */
function hasSeveralNumbers(text: string): boolean {
	const splits = (splitter: RegExp, minLength: number) =>
		text.split(splitter).filter((piece) => digitsIn(piece) >= minLength).length > 1;
	const compact = text.replace(separator, '');
	return (
		splits(/[,;|&\n\r]/, minDigitsInList) ||
		splits(/[^\d\t\p{Zs}\p{Pd}\u2212\u30FC.·\\()[\]{}~]+|\s[-–—~]+\s/u, minDigitsOfNumber) ||
		splits(/\D+/, minDigitsOfNumber) ||
		/^\+?\d+\+\d+$/.test(compact) ||
		(/^\+?\d+$/.test(compact) && compact !== text && digitsIn(text) > maxDigitsOf(compact))
	);
}

/**
 * Returns the maximum number of digits in a single number. Numbers that start with 0 or 810 can
 * include an international prefix and therefore be longer.
 */
function maxDigitsOf(compact: string): number {
	return /^(?:0|810)/.test(compact) ? 18 : 15;
}

/**
 * Removes labels such as `Tel.` and `(mobile)`. Letters directly next to digits are kept because
 * they belong to an ID or a vanity number.
 */
function withoutLabels(text: string): string {
	const [lead = ''] = /^[^\d+]*/.exec(text) ?? [];
	const [tail = ''] = /\D*$/.exec(text) ?? [];
	const number = text.slice(lead.length, text.length - tail.length);
	const isLead = isLabel(lead) && !(/[\p{L}_][-_]*$/u.test(lead) && !number.startsWith('+'));
	const isTail = isLabel(tail) && !/^[-.]*[\p{L}_]/u.test(tail);
	if (!isLead && !isTail) return text;
	const labelled = `${isLead ? separatorsAtEnd(lead) : lead}${number}${isTail ? '' : tail}`;
	return digitsIn(number) < minDigitsOfNumber ? text : labelled;
}

function isLabel(text: string): boolean {
	return text.replace(separator, '') !== '';
}

/** Keeps an opening bracket that belongs to the number, as in `Tel. (0)20`. */
function separatorsAtEnd(lead: string): string {
	return /\($/.test(lead) ? '(' : '';
}

function written(text: string): WrittenNumber {
	return { kind: 'written', text, compact: text.replace(separator, '') };
}

/** Converts full-width characters and Arabic and Persian digits to ASCII. */
function toAscii(text: string): string {
	const shiftedBy = (distance: number) => (character: string) =>
		String.fromCharCode(character.charCodeAt(0) - distance);
	return text
		.replace(/[\uFF01-\uFF5E]/g, shiftedBy(0xfee0))
		.replace(/[\u0660-\u0669]/g, shiftedBy(0x0630))
		.replace(/[\u06F0-\u06F9]/g, shiftedBy(0x06c0));
}
