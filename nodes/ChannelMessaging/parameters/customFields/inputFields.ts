import type { INodeProperties } from 'n8n-workflow';

import type { ItemParameters } from '../itemParameters';
import { hasOption, readOption } from '../options/options';
import { ParameterError } from '../parameterError';
import { kindOf } from '../values/text';
import { readTextList } from '../values/textList';
import type { GivenAssignment } from './givenAssignment';

const onlyMapped = { show: { '/mappingMode': ['autoMapInputData'] } };

export const fieldsToExcludeOption: INodeProperties = {
	displayName: 'Fields to Exclude',
	name: 'fieldsToExclude',
	type: 'string',
	default: '',
	placeholder: 'e.g. notes, source',
	description:
		'The fields of the input item to leave out, with commas in between, or an expression that gives a list',
	displayOptions: onlyMapped,
};

export const fieldsToIncludeOption: INodeProperties = {
	displayName: 'Fields to Include',
	name: 'fieldsToInclude',
	type: 'string',
	default: '',
	placeholder: 'e.g. phone, email',
	description:
		'The only fields of the input item to take, with commas in between, or an expression that gives a list',
	displayOptions: onlyMapped,
};

/** The fields of the input item, each as the custom field of the same name. */
export function readInputFields(parameters: ItemParameters): GivenAssignment[] {
	const fields = new Map<string, unknown>(Object.entries(parameters.input()));
	const excluded = new Set(readExcluded(parameters));
	// An option that gives no names is refused, and not taken for all.
	const included = hasOption(parameters, fieldsToIncludeOption.name)
		? readNames(parameters, fieldsToIncludeOption)
		: [...fields.keys()];
	const names = included.filter((name) => !excluded.has(name));
	if (names.length === 0) {
		throw new ParameterError(
			"'Mapping Mode' finds no fields in the input item",
			"Check 'Fields to Exclude' and 'Fields to Include', and what the earlier node gives.",
		);
	}
	return names.map((name) => assignmentOf(name, fields.get(name)));
}

function assignmentOf(name: string, value: unknown): GivenAssignment {
	const subject = `'${name}' of the input item, which 'Mapping Mode' maps,`;
	if (typeof value === 'object' && value !== null) {
		throw new ParameterError(
			`${subject} is ${kindOf(value)}, but must be text`,
			`Leave it out with '${fieldsToExcludeOption.displayName}', or have an earlier node give it as text.`,
		);
	}
	return {
		name,
		value,
		nameSubject: "'Mapping Mode' finds a field in the input item whose name",
		valueSubject: subject,
	};
}

function readExcluded(parameters: ItemParameters): string[] {
	const value = readOption(parameters, fieldsToExcludeOption.name) ?? '';
	const isEmpty = value === '' || (Array.isArray(value) && value.length === 0);
	return isEmpty ? [] : readNames(parameters, fieldsToExcludeOption);
}

function readNames(parameters: ItemParameters, { name, displayName }: INodeProperties): string[] {
	const list = readTextList(readOption(parameters, name), { label: displayName, entry: 'field' });
	return list.map(({ text }) => text);
}
