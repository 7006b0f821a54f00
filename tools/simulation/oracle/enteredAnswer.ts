import { isDeepStrictEqual } from 'node:util';

import type { FieldPlan } from '../history/questionHistory';

/** Whether an entry must be accepted or rejected. Some entries may be either. */
export interface Verdict {
	verdict: 'either' | 'invalid' | 'valid';
	/** Returns whether an answer in the output is exactly the entry. */
	isExact: (answer: unknown) => boolean;
}

const maxLengths = { number: 100, textarea: 10_000, other: 1_000 };

/** Returns the digits and the exponent of a decimal number, without zeros at both ends. */
function decimalOf(text: string): string | undefined {
	const [, sign, whole = '', fraction = '', exponent = '0'] =
		/^([-+]?)(\d*)\.?(\d*)(?:e([-+]?\d+))?$/i.exec(text) ?? [];
	if (sign === undefined || whole + fraction === '') return undefined;
	const digits = (whole + fraction).replace(/^0+/, '');
	const significant = digits.replace(/0+$/, '');
	if (significant === '') return '0';
	const scale = BigInt(exponent) - BigInt(fraction.length);
	const zeros = BigInt(digits.length - significant.length);
	return `${sign === '-' ? '-' : ''}${significant}e${String(scale + zeros)}`;
}

const zeros = ['\u0660', '\u06f0', '\u0966', '\u0e50', '\uff10'].map((zero) => zero.charCodeAt(0));

/** Returns all digits of a number, without zeros at both ends and without separators. */
function digitsOf(text: string): string {
	return text
		.replaceAll(/\p{Nd}/gu, (digit) => {
			const code = digit.charCodeAt(0);
			const zero = zeros.find((first) => code >= first && code < first + 10) ?? 48;
			return String(code - zero);
		})
		.replaceAll(/\D/g, '')
		.replaceAll(/^0+|0+$/g, '');
}

/** Returns whether a text consists of digits of any script, signs, and separators. */
function looksLikeNumber(text: string): boolean {
	return /^[-+\s]*[\p{Nd}.,'\s\u066b\u066c]+$/u.test(text) && /\p{Nd}/u.test(text);
}

function isSameNumber(answer: unknown, text: string): boolean {
	if (typeof answer !== 'number') return false;
	const decimal = decimalOf(text);
	if (decimal !== undefined && decimal === decimalOf(String(answer))) return true;
	const sign = text.includes('-') ? -1 : 1;
	return digitsOf(text) === digitsOf(String(answer)) && Math.sign(answer) !== -sign;
}

function isRealDate(text: string): boolean {
	const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)?.map(Number) ?? [];
	if (year === undefined || month === undefined || day === undefined) return false;
	const date = new Date(Date.UTC(2000, month - 1, day));
	date.setUTCFullYear(year, month - 1, day);
	return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

function verdictOnText(text: string, { type, isRequired, options }: FieldPlan): Verdict['verdict'] {
	const verdict = (isValid: boolean) => (isValid ? 'valid' : 'invalid');
	const maxLength = type === 'number' || type === 'textarea' ? maxLengths[type] : maxLengths.other;
	if (options.length === 0 && text.length > maxLength) return 'invalid';
	switch (type) {
		case 'checkbox':
		case 'dropdown':
		case 'radio':
			return verdict(options.includes(text));
		case 'date':
			return verdict(isRealDate(text));
		case 'email':
			if (/^[\w.+]+@\w+(\.\w+)+$/.test(text)) return 'valid';
			return text.includes('@') ? 'either' : 'invalid';
		case 'number':
			if (/^-?\d{1,9}(\.\d{1,2})?$/.test(text)) return 'valid';
			return decimalOf(text) !== undefined || looksLikeNumber(text) ? 'either' : 'invalid';
		default:
			// Control characters show nothing.
			return isRequired && text.replace(/\p{Cc}/gu, '').trim() === '' ? 'either' : 'valid';
	}
}

/** Judges the value that a client entered for a field. */
export function verdictOn(field: FieldPlan, entered: unknown): Verdict {
	const { type, isRequired, options } = field;
	const list: unknown[] = Array.isArray(entered) ? entered : [entered ?? ''];
	const texts = list.filter((text): text is string => typeof text === 'string' && text !== '');
	const [first] = texts;
	const isExact = (answer: unknown) => {
		if (type === 'checkbox') return isDeepStrictEqual(answer, [...new Set(texts)]);
		if (first === undefined) return answer === (type === 'number' || type === 'radio' ? null : '');
		if (type !== 'number') return answer === first;
		return isSameNumber(answer, first);
	};
	const isText = list.every((text) => typeof text === 'string');
	if (!isText || (type !== 'checkbox' && texts.length > 1)) return { verdict: 'invalid', isExact };
	if (first === undefined) {
		if (isRequired) return { verdict: 'invalid', isExact };
		return { verdict: Array.isArray(entered) ? 'either' : 'valid', isExact };
	}
	const verdicts = texts.map((text) => verdictOnText(text, field));
	if (verdicts.includes('invalid')) return { verdict: 'invalid', isExact };
	const isUsual =
		type === 'checkbox'
			? list.length === texts.length && texts.length <= options.length
			: !Array.isArray(entered);
	return { verdict: isUsual && !verdicts.includes('either') ? 'valid' : 'either', isExact };
}
