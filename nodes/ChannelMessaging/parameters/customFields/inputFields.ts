import type { INodeProperties } from 'n8n-workflow';

import { optionsOf } from '../options/options';
import { type Given, type ItemParameters, ParameterError } from '../parameter';
import { kindOf, readTextList } from '../values/text';
import type { GivenAssignment } from './customFieldName';

/** What n8n's spreadsheet and form nodes put into their items beside what the user has there. */
const addedByN8n: readonly string[] = ['formMode', 'row_number', 'submittedAt'];

/** Says above the options what *Map Automatically* does. */
export const inputFieldsNotice: INodeProperties = {
	displayName:
		"Each field of the input item is saved as the custom field of the same name. What n8n adds by itself (row_number, submittedAt, formMode) is left out. To choose, add the option 'Fields to Exclude' or 'Fields to Include'.",
	name: 'mapAutomaticallyNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { mappingMode: ['autoMapInputData'] } },
};

const onlyMapped = { show: { '/mappingMode': ['autoMapInputData'] } };

const fieldsToExcludeOption: INodeProperties = {
	displayName: 'Fields to Exclude',
	name: 'fieldsToExclude',
	type: 'string',
	default: '',
	placeholder: 'e.g. notes, source',
	description:
		'The fields of the input item to leave out, with commas in between, or an expression that gives a list',
	displayOptions: onlyMapped,
};

const fieldsToIncludeOption: INodeProperties = {
	displayName: 'Fields to Include',
	name: 'fieldsToInclude',
	type: 'string',
	default: '',
	placeholder: 'e.g. phone, email',
	description:
		'The only fields of the input item to take, with commas in between, or an expression that gives a list',
	displayOptions: onlyMapped,
};

export const inputFieldsOptions = [fieldsToExcludeOption, fieldsToIncludeOption];

/** The fields of the input item, each as the custom field of the same name. */
export function readInputFields(parameters: ItemParameters): GivenAssignment[] {
	const fields = new Map<string, unknown>(Object.entries(parameters.input()));
	const options = optionsOf(parameters);
	const excluded = new Set(readTextList(options.given(fieldsToExcludeOption)));
	const included = options.has(fieldsToIncludeOption)
		? readIncluded(options.given(fieldsToIncludeOption))
		: [...fields.keys()].filter((name) => !addedByN8n.includes(name));
	const names = included.filter((name) => !excluded.has(name));
	return names.map((name) => assignmentOf(name, fields.get(name)));
}

/** Names of fields. An option that gives none is refused, not taken for all. */
function readIncluded(given: Given): string[] {
	const names = readTextList(given);
	if (names.length > 0) return names;
	throw new ParameterError(`${given.subject} is empty`, 'Give at least one field.');
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
		name: { value: name, subject: "'Mapping Mode' finds a field in the input item whose name" },
		value: { value, subject },
	};
}
