import { isDeepStrictEqual } from 'node:util';

import type { FieldPlan } from '../history/questionHistory';

/** Whether an entry must be accepted or rejected. Some entries may be either. */
export interface Verdict {
	verdict: 'either' | 'invalid' | 'valid';
	/** Returns whether an answer in the output is exactly the entry. */
	isExact: (answer: unknown) => boolean;
}

const maxLengths = { textarea: 10_000, other: 1_000 };

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

function isRealDate(text: string): boolean {
	const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)?.map(Number) ?? [];
	if (year === undefined || month === undefined || day === undefined) return false;
	const date = new Date(Date.UTC(2000, month - 1, day));
	date.setUTCFullYear(year, month - 1, day);
	return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

function verdictOnText(text: string, { type, isRequired, options }: FieldPlan): Verdict['verdict'] {
	const verdict = (isValid: boolean) => (isValid ? 'valid' : 'invalid');
	const maxLength = type === 'textarea' ? maxLengths.textarea : maxLengths.other;
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
			if (/^-?\d{1,9}(\.\d{1,6})?$/.test(text)) return 'valid';
			return decimalOf(text) === undefined ? 'invalid' : 'either';
		default:
			return isRequired && text.trim() === '' ? 'either' : 'valid';
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
		return typeof answer === 'number' && decimalOf(String(answer)) === decimalOf(first);
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
