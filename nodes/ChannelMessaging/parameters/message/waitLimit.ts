import { type INodeProperties, tryToParseDateTime, WAIT_INDEFINITELY } from 'n8n-workflow';

import { isRecord } from '../../api/record';
import type { WaitLimit } from '../../questions/question';
import type { ItemParameters } from '../itemParameters';
import { readOption } from '../options/options';
import { ParameterError } from '../parameterError';
import { readNumber } from '../values/number';

/** How many milliseconds a unit has. */
const units: ReadonlyMap<unknown, number> = new Map([
	['minutes', 60_000],
	['hours', 3_600_000],
	['days', 86_400_000],
]);

const usual = { limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' };

const afterInterval = { show: { limitType: ['afterTimeInterval'] } };

export const limitWaitTimeOption: INodeProperties = {
	displayName: 'Limit Wait Time',
	name: 'limitWaitTime',
	type: 'fixedCollection',
	default: { values: usual },
	description:
		'Whether to limit how long the workflow waits. When the time is over, it goes on with the item that came in.',
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [
				{
					displayName: 'Limit Type',
					name: 'limitType',
					type: 'options',
					default: 'afterTimeInterval',
					description: 'When the workflow goes on without an answer',
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
				},
				{
					displayName: 'Amount',
					name: 'resumeAmount',
					type: 'number',
					default: 1,
					typeOptions: { minValue: 0, numberPrecision: 2 },
					description: 'How long to wait',
					displayOptions: afterInterval,
				},
				{
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
				},
				{
					displayName: 'Max Date and Time',
					name: 'maxDateAndTime',
					type: 'dateTime',
					default: '',
					description: "When to go on, in the workflow's time zone unless it names another",
					displayOptions: { show: { limitType: ['atSpecifiedTime'] } },
				},
			],
		},
	],
};

/** Until when n8n waits where there is no limit, in milliseconds since 1970: in the year 3000. */
const latest = WAIT_INDEFINITELY.getTime();

/** How long the workflow waits: without end where no limit was added. */
export function readWaitLimit(parameters: ItemParameters): WaitLimit {
	const given = readOption(parameters, limitWaitTimeOption.name);
	const values = isRecord(given) && isRecord(given.values) ? given.values : {};
	if (Object.keys(values).length === 0) return { kind: 'none' };
	if (values.limitType === 'atSpecifiedTime') {
		return { kind: 'at', time: readTime(values.maxDateAndTime, parameters.timeZone()) };
	}
	const amount = readNumber(values.resumeAmount ?? 1);
	const milliseconds = amount * (units.get(values.resumeUnit ?? 'hours') ?? NaN);
	if (milliseconds > 0 && milliseconds <= latest) return { kind: 'after', milliseconds };
	throw new ParameterError(
		`'${limitWaitTimeOption.displayName}' is not a time to wait`,
		"Enter an 'Amount' above 0, and choose minutes, hours or days as its 'Unit'.",
	);
}

function readTime(value: unknown, timeZone: string): number {
	try {
		const time = tryToParseDateTime(value, timeZone).toMillis();
		if (time <= latest) return time;
	} catch {
		// What n8n can't read is told below.
	}
	throw new ParameterError(
		"'Max Date and Time' is not a date and time",
		'Choose one, or have the expression give one such as 2030-01-31T18:00:00.',
	);
}
