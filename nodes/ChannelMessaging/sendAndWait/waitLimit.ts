import { type INodeProperties, tryToParseDateTime, WAIT_INDEFINITELY } from 'n8n-workflow';

import { isRecord } from '../client/isRecord';
import { optionsOf } from '../parameters/options';
import { ParameterError } from '../parameters/parameterError';
import type { ParameterValue, ItemParameters } from '../parameters/parameterTypes';
import { readCollection } from '../parameters/readCollection';
import { choiceField, readChoice } from '../parameters/readChoice';
import { readNumber } from '../parameters/readNumber';
import { readText } from '../parameters/readText';
import type { WaitLimit } from './question';

const limitTypeField = choiceField({
	displayName: 'Limit Type',
	name: 'limitType',
	type: 'options',
	default: 'afterTimeInterval',
	description: 'When the workflow continues without an answer',
	options: [
		{
			name: 'After Time Interval',
			value: 'afterTimeInterval',
			description: 'After a certain amount of time',
		},
		{
			name: 'At Specified Time',
			value: 'atSpecifiedTime',
			description: 'At a certain date and time',
		},
	],
});

const afterInterval = { show: { limitType: ['afterTimeInterval'] } };

const amountField: INodeProperties = {
	displayName: 'Amount',
	name: 'resumeAmount',
	type: 'number',
	default: 1,
	typeOptions: { minValue: 0, numberPrecision: 2 },
	description: 'How long to wait',
	displayOptions: afterInterval,
};

const unitField = choiceField({
	displayName: 'Unit',
	name: 'resumeUnit',
	type: 'options',
	default: 'hours',
	description: 'The unit of the amount',
	options: [
		{ name: 'Days', value: 'days' },
		{ name: 'Hours', value: 'hours' },
		{ name: 'Minutes', value: 'minutes' },
	],
	displayOptions: afterInterval,
});

const unitsMs = { days: 86_400_000, hours: 3_600_000, minutes: 60_000 } as const;

const timeField: INodeProperties = {
	displayName: 'Max Date and Time',
	name: 'maxDateAndTime',
	type: 'dateTime',
	default: '',
	description:
		"When to continue, in ISO 8601. Without an offset, the workflow's time zone applies.",
	displayOptions: { show: { limitType: ['atSpecifiedTime'] } },
};

const group = {
	displayName: 'Values',
	name: 'values',
	values: [limitTypeField, amountField, unitField, timeField],
};

export const limitWaitTimeOption: INodeProperties = {
	displayName: 'Limit Wait Time',
	name: 'limitWaitTime',
	type: 'fixedCollection',
	default: {
		values: { limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' },
	},
	description:
		'Whether to limit how long the workflow waits. After that, it continues with the input item.',
	options: [group],
};

/** The latest supported date, in the year 3000. n8n uses it for unlimited waits. */
const latest = WAIT_INDEFINITELY.getTime();

export function readWaitLimit(parameters: ItemParameters): WaitLimit {
	const { value, label } = optionsOf(parameters).get(limitWaitTimeOption);
	const option = readCollection({ value, label });
	if (!option.has(group)) return undefined;
	const values = readCollection(option.get(group));
	if (readChoice(values, limitTypeField) === 'atSpecifiedTime') {
		return { at: readTime(values.get(timeField), parameters.timeZone) };
	}
	// A missing amount is replaced with the default. An expression without a result is an error.
	const amount = values.has(amountField) ? values.get(amountField).value : amountField.default;
	const milliseconds = readNumber(amount) * unitsMs[readChoice(values, unitField)];
	if (milliseconds > 0 && milliseconds <= latest) return { after: milliseconds };
	throw new ParameterError(
		`${label} is not a valid duration`,
		"Enter an 'Amount' above 0, and choose minutes, hours, or days as its 'Unit'.",
	);
}

/** Returns the end of a wait that starts now, in milliseconds since the epoch. */
export function endOfWait(limit: WaitLimit): number | undefined {
	return limit && ('at' in limit ? limit.at : Date.now() + limit.after);
}

export function hasPassed(limit: WaitLimit): boolean {
	return limit !== undefined && 'at' in limit && limit.at <= Date.now();
}

const isoDateTime =
	/^\d{4}-\d{2}-\d{2}(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d([.,]\d{1,9})?)?(Z|[+-]([01]\d|2[0-3])(:?[0-5]\d)?)?)?$/;

function readTime({ value, label }: ParameterValue, timeZone: string): number {
	const time = isDateObject(value)
		? parseTime(value, timeZone)
		: readIsoTime(readText({ value, label }).trim(), timeZone);
	if (time !== undefined && time <= latest) return time;
	throw new ParameterError(
		`${label} is not a date and time`,
		"Choose one, or have the expression return ISO 8601 such as 2030-01-31T18:00:00, which is in the workflow's time zone, or 2030-01-31T18:00:00+01:00.",
	);
}

/** Returns whether the value is a `Date` or a Luxon `DateTime` such as `$now`. */
function isDateObject(value: unknown): boolean {
	return value instanceof Date || (isRecord(value) && value.isLuxonDateTime === true);
}

/**
 * Only accepts ISO 8601, because other formats are ambiguous and n8n parses some of them in the
 * server's time zone.
 */
function readIsoTime(text: string, timeZone: string): number | undefined {
	return isoDateTime.test(text) ? parseTime(text, timeZone, text.slice(0, 10)) : undefined;
}

/**
 * Returns the time in milliseconds since the epoch, or `undefined` if it is invalid.
 *
 * @param date the date that the result must have, because the parser would turn 30 February into 2
 * March
 */
function parseTime(value: unknown, timeZone: string, date?: string): number | undefined {
	try {
		const time = tryToParseDateTime(value, timeZone);
		if (date === undefined) return time.toMillis();
		// When clocks go back, an hour occurs twice. Use the first occurrence because otherwise the
		// result would depend on the current season.
		const [first = time] = time.getPossibleOffsets();
		return first.toISODate() === date ? first.toMillis() : undefined;
	} catch {
		return undefined;
	}
}
