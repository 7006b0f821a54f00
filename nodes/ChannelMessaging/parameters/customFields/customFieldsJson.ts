import type { INodeProperties } from 'n8n-workflow';

import { isRecord } from '../../api/record';
import type { ItemParameters } from '../itemParameters';
import { ParameterError } from '../parameterError';
import { repeatedKey } from '../values/jsonKeys';
import { parsedJson } from '../values/parsedJson';
import type { GivenAssignment } from './givenAssignment';

export const label = 'Custom Fields as JSON';

export const customFieldsJsonField: INodeProperties = {
	displayName: label,
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
export function readCustomFieldsJson(parameters: ItemParameters): GivenAssignment[] {
	const given = parsed(parameters.value(customFieldsJsonField.name));
	if (Array.isArray(given)) return given.map(assignmentOfEntry);
	if (!isRecord(given)) {
		throw new ParameterError(
			`'${label}' is neither an object nor a list`,
			'Give an object of names and values, such as {"phone": "+34600000001"}.',
		);
	}
	return Object.entries(given).map(([name, value]) => ({
		name,
		value,
		nameSubject: `'${label}', with an empty name,`,
		valueSubject: `'${name}' in '${label}'`,
	}));
}

function assignmentOfEntry(entry: unknown, index: number): GivenAssignment {
	const number = String(index + 1);
	if (!isRecord(entry)) {
		throw new ParameterError(
			`'${label}', entry ${number}, is not an object with name and value`,
			'Give each entry as {"name": "phone", "value": "+34600000001"}.',
		);
	}
	return {
		name: entry.name,
		value: entry.value,
		nameSubject: `'name' of entry ${number} in '${label}'`,
		valueSubject: `'value' of entry ${number} in '${label}'`,
	};
}

function parsed(given: unknown): unknown {
	if (typeof given !== 'string') return given;
	const json = parsedJson(given);
	if (json === undefined) {
		throw new ParameterError(
			given.trim() === '' ? `'${label}' is empty` : `'${label}' is not valid JSON`,
			'Check its quotes, commas and braces, or have an expression give an object or a list.',
		);
	}
	// Reading JSON keeps the last of several equal names, and nobody would know of the others.
	const repeated = repeatedKey(given);
	if (repeated !== undefined) {
		throw new ParameterError(
			`'${label}' has the name '${repeated}' more than once`,
			"Keep one of them: it isn't known which value would count.",
		);
	}
	return json.value;
}
