import type { INodeProperties } from 'n8n-workflow';

import { isRecord } from '../client/isRecord';
import type { SendingWindow } from '../scheduling/nextSendingTime';
import {
	isAmbiguousTimeZone,
	readTimeZone,
	readUnambiguousTimeZone,
	type TimeZone,
} from '../scheduling/timeZone';
import { checkExpression, ParameterError } from './parameterError';
import type { ItemParameters, ParameterSet, ParameterValue } from './parameterTypes';
import { readCollection } from './readCollection';
import { quoted } from './quoted';
import { choiceField, readChoice } from './readChoice';
import { readText } from './readText';
import { parametersIn } from './parameterSet';
import { readTimeOfDay } from './timeOfDay';

const time = { type: 'string', placeholder: 'e.g. 09:00' } as const;

const fromField: INodeProperties = {
	...time,
	displayName: 'From',
	name: 'from',
	default: '09:00',
	description: 'When sending starts, such as 09:00 or 9 am',
};

const untilField: INodeProperties = {
	...time,
	displayName: 'Until',
	name: 'until',
	default: '20:00',
	description: "When sending ends. If earlier than 'From', it ends on the next day.",
};

const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const daysField: INodeProperties = {
	displayName: 'Days',
	name: 'days',
	type: 'multiOptions',
	default: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
	description: 'The days on which the sending hours start',
	// The list starts on Monday. Days in alphabetical order would be hard to read.
	options: [...dayNames.slice(1), 'Sunday'].map((name) => ({ name, value: name.toLowerCase() })),
};

const timeZoneField: INodeProperties = {
	displayName: 'Time Zone',
	name: 'timezone',
	type: 'options',
	default: 'workflow',
	description:
		"The sending hours' time zone. Expressions must return a name such as Europe/Madrid. With Contact's, each contact selected by ID requires one contact request.",
	options: [
		{
			name: "Contact's",
			value: 'contact',
			description: "The contact's custom field timezone, such as Europe/Madrid or +02:00",
		},
		{
			name: "Workflow's",
			value: 'workflow',
			description: "The time zone in the workflow's settings",
		},
	],
};

const ifUnknownField = choiceField({
	displayName: 'If Unknown',
	name: 'ifUnknown',
	type: 'options',
	default: 'skip',
	description: 'What to do if a contact has no known time zone',
	options: [
		{
			name: 'Skip and List',
			value: 'skip',
			description: 'The node sends nothing and returns an item with the status skipped',
		},
		{
			name: "Use the Workflow's",
			value: 'workflow',
			description: "The workflow's time zone applies",
		},
	],
	displayOptions: { show: { timezone: ['contact'] } },
});

const group = {
	displayName: 'Hours',
	name: 'hours',
	values: [fromField, untilField, daysField, timeZoneField, ifUnknownField],
};

export const sendingHoursOption: INodeProperties = {
	displayName: 'Sending Hours',
	name: 'sendingHours',
	type: 'fixedCollection',
	default: {
		hours: Object.fromEntries(group.values.map(({ name, default: value }) => [name, value])),
	},
	description:
		'When messages may be sent. Outside these hours, items are skipped, and their output contains the next permitted time.',
	options: [group],
};

const minutesPerDay = 24 * 60;

export function readSendingHours(
	option: ParameterValue,
	{ timeZone: workflowZone }: Pick<ItemParameters, 'timeZone'>,
): SendingWindow {
	const values = readGroup(option);
	const opening = readTimeOfDay(values.get(fromField));
	const from = opening % minutesPerDay;
	const until = readTimeOfDay(values.get(untilField));
	if ([opening, from].includes(until)) {
		throw new ParameterError(
			`'From' and 'Until' in ${option.label} are the same`,
			'Enter different times, or remove the option to send at any time.',
		);
	}
	const hours = { from, until, days: readDays(values.get(daysField)) };
	const keyWith = (zoneName: string) =>
		JSON.stringify([from, until, [...hours.days].sort(), zoneName.trim().toLowerCase()]);
	const zone = values.get(timeZoneField);
	if (zone.value === 'contact') {
		const usesWorkflow = readChoice(values, ifUnknownField) === 'workflow';
		const fallbackZone = usesWorkflow ? zoneOf(workflowZone, zone.label) : undefined;
		return { hours, zone: 'contact', fallbackZone, key: keyWith('contact') };
	}
	const isWorkflow = zone.value === undefined || zone.value === 'workflow';
	const name = isWorkflow ? workflowZone : readText(zone);
	return {
		hours,
		zone: zoneOf(name, zone.label, isWorkflow ? readTimeZone : readUnambiguousTimeZone),
		fallbackZone: undefined,
		key: keyWith(name),
	};
}

function readGroup(option: ParameterValue): ParameterSet {
	const { value, raw } = readCollection(option).get(group);
	if (isRecord(value)) return parametersIn(value, { raw, place: ` of ${option.label}` });
	throw new ParameterError(
		`${option.label} specifies no hours`,
		'Add the hours, or remove the option.',
	);
}

function readDays({ value, label }: ParameterValue): ReadonlySet<number> {
	const names: unknown[] = value === undefined ? dayNames : Array.isArray(value) ? value : [value];
	const days = names.map((name) =>
		typeof name === 'string'
			? dayNames.findIndex((known) => known.toLowerCase() === name.trim().toLowerCase())
			: -1,
	);
	if (days.length > 0 && !days.includes(-1)) return new Set(days);
	throw new ParameterError(
		days.length === 0 ? `${label} is empty` : `${label} contains a value that is not a day`,
		days.length === 0 ? 'Choose the days on which messages may be sent.' : checkExpression,
	);
}

function zoneOf(name: string, label: string, read = readTimeZone): TimeZone {
	const zone = read(name);
	if (zone !== undefined) return zone;
	const reason = isAmbiguousTimeZone(name)
		? 'can mean several time zones'
		: 'is not a known time zone';
	throw new ParameterError(
		`${label} is ${quoted(name)}, which ${reason}`,
		'Use a name such as Europe/Madrid, or an offset such as +02:00.',
	);
}
