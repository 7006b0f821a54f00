import { withoutInvisible } from '../texts/visibleText';

/** A phone number without the text that people, spreadsheets, and gateways add to it. */
type WrittenNumber =
	| {
			kind: 'written';
			/** Digits, separators, and a plus sign, as entered. */
			text: string;
			/** `text` without separators. */
			compact: string;
	  }
	/** `rejection` completes a sentence that starts with the entered text. */
	| { kind: 'unknownNumber' | 'notANumber'; rejection: string };

/** The maximum length of text that is parsed as a phone number. */
const maxCharacters = 100;

/** The number of digits in the world's shortest national numbers. */
const minDigits = 4;

/** The maximum number of digits, including an international prefix such as 00 or 011. */
const maxDigits = 20;

/**
 * Text with two digit groups of at least this length contains more than one phone number, because a
 * single phone number is rarely written in such long groups.
 */
const minDigitsOfNumber = 7;

/** The minimum number of digits that make an entry of a separated list a phone number. */
const minDigitsInList = 5;

/**
 * The characters that libphonenumber accepts between digits: spaces, dots, dashes, slashes,
 * brackets, and tildes.
 */
const separator = /[\t\p{Zs}\p{Pd}\u2212\u30FC.·/\\()[\]{}~\u2053\u223C]/gu;

/** Matches a contact's address in a messaging gateway, with an optional device number. */
const gatewayAddress = /^\+?(\d+)(?:[.:_]\d+)*@(?:c\.us|s\.whatsapp\.net)$/i;
const internalAddress = /@lid$/i;
const groupAddress = /@(?:g\.us|broadcast|newsletter)$/i;

/** Whether the text is the address of a contact or a group in a messaging gateway. */
export function isGatewayAddress(text: string): boolean {
	return [gatewayAddress, internalAddress, groupAddress].some((address) => address.test(text));
}

/**
 * Matches a chat link such as `wa.me/…`, whose number is international even without a plus sign.
 */
const chatLink = /^(?:\w+:\/\/)?[^\s@]*?(?:wa\.me\/|[?&]phone=)(?:\+|%2B)?(\d+)\/?(?:[?&#].*)?$/i;

/** Matches a number in scientific notation, such as a spreadsheet's `4.479E+11`. */
const scientific = /^(\+?)(\d+)(?:[.,](\d*))?\s*E\s*\+?(\d{1,2})$/i;

/** Matches a phone number with an extension. The first group is the number. */
const extension =
	/^(.*\d)[\s,;(]*(?:#|(?:extension|extn|ext|xtn|x|anexo|interno|int|poste|durchwahl|доб)[.:=]?)\s*[.:=]?\s*\d{1,7}\)?$/iu;

/** Matches an extension in American notation after a number, such as `-2#`. */
const americanExtension = /\d[\p{Pd}\s]+\d{1,6}#$/u;

/**
 * Extracts a phone number from the text that people, spreadsheets, and messaging gateways put
 * around it, such as a label, quotes, or a prefix such as `tel:`.
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
	// Removes the decimal zeros that a spreadsheet adds when it converts a number to text.
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

/** @param kind a description of the entered text, such as `the address of a group` */
function notANumberBut(kind: string): WrittenNumber {
	return { kind: 'notANumber', rejection: `is ${kind}, not a phone number` };
}

function digitsIn(text = ''): number {
	return text.replace(/\D/g, '').length;
}

/** Removes surrounding quotes and the equals sign of a formula such as `="+34…"`. */
function withoutQuotes(text: string): string {
	return text.replace(/^=?[\s"'“”„«»‹›‘’`´]*/, '').replace(/[\s"'“”„«»‹›‘’`´]+$/, '');
}

/** Converts scientific notation to digits if the exponent shows that no digits were lost. */
function withoutExponent([, plus = '', whole = '', fraction = '', power]: RegExpExecArray) {
	const length = whole.length + Number(power);
	const digits = whole + fraction;
	const isComplete = digits.length >= length && /^0*$/.test(digits.slice(length));
	if (!isComplete || length < minDigits) return shortenedNumber;
	return written(plus + digits.slice(0, length));
}

/**
 * Whether the text contains several numbers: separated by list separators, words, or another plus
 * sign, or as long groups of digits.
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

/** Phone numbers have up to 15 digits. International prefixes start with 0 or are 810. */
function maxDigitsOf(compact: string): number {
	return /^(?:0|810)/.test(compact) ? 18 : 15;
}

/**
 * Removes labels before and after a number, such as `Tel.` and `(mobile)`. Keeps letters that are
 * joined to digits, because they belong to an ID or a vanity number.
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

/** Returns an opening bracket that belongs to the number, such as in `Tel. (0)20`. */
function separatorsAtEnd(lead: string): string {
	return /\($/.test(lead) ? '(' : '';
}

function written(text: string): WrittenNumber {
	return { kind: 'written', text, compact: text.replace(separator, '') };
}

/** Converts full-width characters, Arabic digits, and Persian digits to ASCII. */
function toAscii(text: string): string {
	const shiftedBy = (distance: number) => (character: string) =>
		String.fromCharCode(character.charCodeAt(0) - distance);
	return text
		.replace(/[\uFF01-\uFF5E]/g, shiftedBy(0xfee0))
		.replace(/[\u0660-\u0669]/g, shiftedBy(0x0630))
		.replace(/[\u06F0-\u06F9]/g, shiftedBy(0x06c0));
}
