import type { INodeProperties } from 'n8n-workflow';

import { isRecord } from '../../api/record';
import type { Given, Parameters } from '../given';
import { ParameterError } from '../parameterError';
import { parsedJson, repeatedKey } from '../values/json';
import type { GivenAssignment } from './givenAssignment';

export const customFieldsJsonField: INodeProperties = {
	displayName: 'Custom Fields as JSON',
	name: 'customFieldsJson',
	type: 'json',
	// Not an example with an empty value, which would clear a field where nobody entered anything.
	default: '{}',
	required: true,
	description:
		'The values to set: an object of names and values, or a list of objects with name and value. Update makes several calls for more than 30.',
	displayOptions: { show: { mappingMode: ['json'] } },
};

/** The assignments of an object of names and values, or of a list; JSON text means the same. */
export function readCustomFieldsJson(parameters: Parameters): GivenAssignment[] {
	const field = parameters.given(customFieldsJsonField);
	const { subject } = field;
	const given = parsed(field);
	if (Array.isArray(given)) {
		return given.map((entry, index) => assignmentOfEntry(entry, index + 1, subject));
	}
	if (!isRecord(given)) {
		throw new ParameterError(
			`${subject} is neither an object nor a list`,
			'Give an object of names and values, such as {"phone": "+34600000001"}.',
		);
	}
	return Object.entries(given).map(([name, value]) => ({
		name: { value: name, subject: `${subject}, with an empty name,` },
		value: { value, subject: `'${name}' in ${subject}` },
	}));
}

function assignmentOfEntry(entry: unknown, number: number, subject: string): GivenAssignment {
	const place = `entry ${String(number)}`;
	if (!isRecord(entry)) {
		throw new ParameterError(
			`${subject}, ${place}, is not an object with name and value`,
			'Give each entry as {"name": "phone", "value": "+34600000001"}.',
		);
	}
	return {
		name: { value: entry.name, subject: `'name' of ${place} in ${subject}` },
		value: { value: entry.value, subject: `'value' of ${place} in ${subject}` },
	};
}

function parsed({ value, subject }: Given): unknown {
	if (typeof value !== 'string') return value;
	const json = parsedJson(value);
	if (json === undefined) {
		throw new ParameterError(
			value.trim() === '' ? `${subject} is empty` : `${subject} is not valid JSON`,
			'Check its quotes, commas and braces, or have an expression give an object or a list.',
		);
	}
	// Reading JSON keeps the last of several equal names, and nobody would know of the others.
	const repeated = repeatedKey(value);
	if (repeated !== undefined) {
		throw new ParameterError(
			`${subject} has the name '${repeated}' more than once`,
			"Keep one of them: it isn't known which value would count.",
		);
	}
	return json.value;
}
