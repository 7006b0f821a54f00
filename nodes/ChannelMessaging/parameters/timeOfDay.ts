import { ParameterError } from './parameterError';
import type { ParameterValue } from './parameterTypes';
import { quotedOrKind } from './quoted';
import { readText } from './readText';

const timePattern = /^(\d{1,2})(?:[:.h](\d{2}))?(?::\d{2})?\s*(?:([ap])\.?\s*m\.?)?$/i;

/** Returns minutes after midnight. Accepts 24:00 and the 12-hour format. */
export function readTimeOfDay(parameter: ParameterValue): number {
	const text = readText(parameter).trim();
	const [, hourText = '', minuteText = '0', half] = timePattern.exec(text) ?? [];
	const [hour, minute] = [Number(hourText), Number(minuteText)];
	// Spreadsheets store 06:00 as 0.25, which can also arrive as text. The number 9.25 can mean 9:15.
	const isNumber = typeof parameter.value === 'number';
	const isFraction = (isNumber && !Number.isInteger(parameter.value)) || /^0\./.test(text);
	const isPm = half?.toLowerCase() === 'p';
	const isValid =
		!isFraction &&
		hourText !== '' &&
		minute < 60 &&
		(half === undefined ? hour < 24 || (hour === 24 && minute === 0) : hour >= 1 && hour <= 12);
	if (!isValid) {
		throw new ParameterError(
			`${parameter.label} is ${quotedOrKind(parameter.value)}, which is not a time`,
			'Enter hours and minutes, such as 09:00.',
		);
	}
	return (half === undefined ? hour : (hour % 12) + (isPm ? 12 : 0)) * 60 + minute;
}
