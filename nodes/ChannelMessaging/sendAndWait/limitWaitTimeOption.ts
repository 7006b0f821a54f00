import type { INodeProperties } from 'n8n-workflow';

import { optionsOf } from '../parameters/optionsCollection';
import { ParameterError } from '../parameters/parameterError';
import type { ItemParameters } from '../parameters/parameterTypes';
import { readCollection } from '../parameters/readCollection';
import { choiceField, readChoice } from '../parameters/readChoice';
import { readNumber } from '../parameters/readNumber';
import { latestTime, readMaxDateAndTime } from './maxDateAndTime';
import type { WaitLimit } from './waitLimit';

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

export function readWaitLimit(parameters: ItemParameters): WaitLimit {
	const { value, label } = optionsOf(parameters).get(limitWaitTimeOption);
	const option = readCollection({ value, label });
	if (!option.has(group)) return undefined;
	const values = readCollection(option.get(group));
	if (readChoice(values, limitTypeField) === 'atSpecifiedTime') {
		return { at: readMaxDateAndTime(values.get(timeField), parameters.timeZone) };
	}
	// If the amount is missing, the default is used. An expression without a result is an error.
	const amount = values.has(amountField) ? values.get(amountField).value : amountField.default;
	const milliseconds = readNumber(amount) * unitsMs[readChoice(values, unitField)];
	if (milliseconds > 0 && milliseconds <= latestTime) return { after: milliseconds };
	throw new ParameterError(
		`${label} is not a valid duration`,
		"Enter an 'Amount' above 0, and choose minutes, hours, or days as its 'Unit'.",
	);
}
