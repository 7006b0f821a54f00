import { withoutInvisible } from '../texts/visibleText';

type WrittenNumber =
	| {
			kind: 'written';
			/** Digits, separators, and plus sign, as entered. */
			text: string;
			compact: string;
	  }
	/** `rejection` ends a sentence that starts with the entered text. */
	| { kind: 'unknownNumber' | 'notANumber'; rejection: string };

const maxCharacters = 100;

/** The world's shortest national numbers have this many digits. */
const minDigits = 4;

/** Long enough for an international prefix. */
const maxDigits = 20;

/** A single phone number rarely has two groups this long. */
const minDigitsOfNumber = 7;

/** Shorter entries of a separated list aren't phone numbers. */
const minDigitsInList = 5;

/** The separators that libphonenumber accepts: spaces, dots, dashes, slashes, brackets, tildes. */
const separator = /[\t\p{Zs}\p{Pd}\u2212\u30FC.·/\\()[\]{}~\u2053\u223C]/gu;

/** A messaging gateway's address, with an optional device number. */
const gatewayAddress = /^\+?(\d+)(?:[.:_]\d+)*@(?:c\.us|s\.whatsapp\.net)$/i;
const internalAddress = /@lid$/i;
const groupAddress = /@(?:g\.us|broadcast|newsletter)$/i;

/** Matches addresses of contacts and of groups. */
export function isGatewayAddress(text: string): boolean {
	return [gatewayAddress, internalAddress, groupAddress].some((address) => address.test(text));
}

/** `wa.me/…` and similar: always international, even without a plus sign. */
const chatLink = /^(?:\w+:\/\/)?[^\s@]*?(?:wa\.me\/|[?&]phone=)(?:\+|%2B)?(\d+)\/?(?:[?&#].*)?$/i;

/** `4.479E+11`, from a spreadsheet. */
const scientific = /^(\+?)(\d+)(?:[.,](\d*))?\s*E\s*\+?(\d{1,2})$/i;

/** Group 1 is the number without its extension. */
const extension =
	/^(.*\d)[\s,;(]*(?:#|(?:extension|extn|ext|xtn|x|anexo|interno|int|poste|durchwahl|доб)[.:=]?)\s*[.:=]?\s*\d{1,7}\)?$/iu;

/** An extension in the American style: `-2#`. */
const americanExtension = /\d[\p{Pd}\s]+\d{1,6}#$/u;

/**
 * Removes everything that people, spreadsheets, and messaging gateways put around a number: labels,
 * quotes, prefixes such as `tel:`.
 */
export function writtenNumber(entered: string): WrittenNumber {
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
	// `34600000001.0`: a spreadsheet converted the number to text.
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
const shortenedNumber = {
	kind: 'notANumber',
	rejection: 'is a number that a spreadsheet shortened, so some digits are lost',
} as const;

/** @param kind e.g. `the address of a group` */
function notANumberBut(kind: string): WrittenNumber {
	return { kind: 'notANumber', rejection: `is ${kind}, not a phone number` };
}

function digitsIn(text = ''): number {
	return text.replace(/\D/g, '').length;
}

/** Also removes the equals sign of a formula: `="+34…"`. */
function withoutQuotes(text: string): string {
	return text.replace(/^=?[\s"'“”„«»‹›‘’`´]*/, '').replace(/[\s"'“”„«»‹›‘’`´]+$/, '');
}

/** Converts a number only if the exponent shows that no digits were lost. */
function withoutExponent([, plus = '', whole = '', fraction = '', power]: RegExpExecArray) {
	const length = whole.length + Number(power);
	const digits = whole + fraction;
	const isComplete = digits.length >= length && /^0*$/.test(digits.slice(length));
	if (!isComplete || length < minDigits) return shortenedNumber;
	return written(plus + digits.slice(0, length));
}

/** Looks for list separators, words, a second plus sign, and long groups of digits. */
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

/** International prefixes start with 0, or are 810. */
function maxDigitsOf(compact: string): number {
	return /^(?:0|810)/.test(compact) ? 18 : 15;
}

/** `Tel.`, `(mobile)`. Letters next to digits stay: they belong to an ID or a vanity number. */
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

/** The opening bracket in `Tel. (0)20` belongs to the number. */
function separatorsAtEnd(lead: string): string {
	return /\($/.test(lead) ? '(' : '';
}

function written(text: string): WrittenNumber {
	return { kind: 'written', text, compact: text.replace(separator, '') };
}

/** Converts full-width, Arabic, and Persian digits. */
function toAscii(text: string): string {
	const shiftedBy = (distance: number) => (character: string) =>
		String.fromCharCode(character.charCodeAt(0) - distance);
	return text
		.replace(/[\uFF01-\uFF5E]/g, shiftedBy(0xfee0))
		.replace(/[\u0660-\u0669]/g, shiftedBy(0x0630))
		.replace(/[\u06F0-\u06F9]/g, shiftedBy(0x06c0));
}
