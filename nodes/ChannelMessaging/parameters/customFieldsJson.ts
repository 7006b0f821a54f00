import type { INodeProperties } from 'n8n-workflow';

import { isRecord } from '../client/isRecord';
import type { Assignment } from './assignment';
import { assertUnique } from './repeatedName';
import { assertJsonStructure } from './expressions/expressionInjection';
import { visibleName } from './visibleName';
import { keysIn } from './jsonKeys';
import { parsedJson } from './parsedJson';
import { ParameterError } from './parameterError';
import type { ParameterSet, ParameterValue } from './parameterTypes';
import { quoted, quotedOrKind } from './quoted';
import { isComposed, isSingleExpression } from './expressions/expressionSyntax';
import { gap, withMarkedGaps } from './expressions/expressionResults';
import { assertResolved } from './expressions/expressionInFixedText';
import { isBlank } from '../texts/visibleText';

export const customFieldsJsonField: INodeProperties = {
	displayName: 'Custom Fields as JSON',
	name: 'customFieldsJson',
	type: 'json',
	// The default isn't an example, because executing the node with an unchanged example could clear a
	// custom field.
	default: '{}',
	required: true,
	description:
		'An object of names and values, or a list of objects with name and value. Update sends several requests for more than 30 fields.',
	displayOptions: { show: { mappingMode: ['json'] } },
};

/** Accepts an object of names and values, or a list of objects with `name` and `value`. */
export function readCustomFieldsJson(parameters: ParameterSet): Assignment[] {
	const field = parameters.get(customFieldsJsonField);
	assertResolved(field);
	assertJsonStructure(field);
	const { value, label, raw } = field;
	const isResult = typeof raw === 'string' && raw.startsWith('=') && isSingleExpression(raw);
	const dataOf = isComposed(field) ? 'expression' : 'input';
	const source: Pick<Assignment, 'dataOf'> = isResult ? { dataOf } : {};
	const json = typeof value === 'string' ? parsedWithNulls(field, value) : value;
	if (Array.isArray(json)) {
		const names = json.map((entry: unknown) => isRecord(entry) && entry.name);
		assertUnique(names.filter((name) => typeof name === 'string').map(visibleName), `${label} has`);
		return json.map((entry: unknown, index) => {
			const place = `entry ${String(index + 1)}`;
			if (!isRecord(entry)) {
				throw new ParameterError(
					`${label}, ${place}, is not an object with name and value`,
					'Write each entry as {"name": "phone", "value": "+442079460001"}.',
				);
			}
			return {
				...source,
				name: { value: entry.name, label: `'name' of ${place} in ${label}` },
				value: { value: entry.value, label: `'value' of ${place} in ${label}` },
			};
		});
	}
	if (!isRecord(json)) {
		throw new ParameterError(
			`${label} is ${quotedOrKind(json)}, neither an object nor a list`,
			'Enter an object of names and values, such as {"phone": "+442079460001"}.',
		);
	}
	// The user probably meant this object to be a list entry.
	if (Object.keys(json).sort().join() === 'name,value') {
		throw new ParameterError(
			`${label} would set custom fields called name and value`,
			'To set a custom field, use {"phone": "+442079460001"} or [{"name": "phone", "value": "+442079460001"}]. To set two that really have these names, use [{"name": "name", "value": "Ana"}, {"name": "value", "value": "5"}].',
		);
	}
	return Object.entries(json).map(([name, entered]) => ({
		...source,
		name: { value: name, label: `${label}, with an empty name,` },
		value: { value: entered, label: `'${name}' in ${label}` },
	}));
}

/**
 * Parses JSON text, with `null` in place of each text that is blank because an expression in it
 * returned nothing, as in `{"city": "{{ $json.city }}"}`. As empty text, the value would clear the
 * custom field.
 */
function parsedWithNulls(field: ParameterValue, text: string): unknown {
	const json = parsed(text, field.label);
	const marked = withMarkedGaps(field);
	const withGaps = marked === undefined ? undefined : parsedJson(marked);
	return withGaps === undefined ? json : gapsAsNull(withGaps.value);
}

function gapsAsNull(json: unknown): unknown {
	if (Array.isArray(json)) return json.map(gapsAsNull);
	if (isRecord(json)) {
		return Object.fromEntries(
			Object.entries(json).map(([name, value]) => [name.replaceAll(gap, ''), gapsAsNull(value)]),
		);
	}
	if (typeof json !== 'string' || !json.includes(gap)) return json;
	const present = json.replaceAll(gap, '');
	return isBlank(present) ? null : present;
}

function parsed(text: string, label: string): unknown {
	const json = parsedJson(text);
	if (json === undefined) {
		throw new ParameterError(
			text.trim() === '' ? `${label} is empty` : `${label} is not valid JSON: ${quoted(text)}`,
			'Check the quotes, commas, and braces, or make an expression return an object or a list.',
		);
	}
	// `JSON.parse` silently keeps only the last value of a duplicate key.
	for (const keys of keysIn(text)) assertUnique(keys, `${label} has`);
	return json.value;
}
