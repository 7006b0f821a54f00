import type { INodeProperties } from 'n8n-workflow';

import type { CheckedList } from './maxEntriesPerRequest';
import { ParameterError } from './parameterError';
import type { HintedProperty, ParameterSet } from './parameterTypes';
import { readRows } from './readRows';
import { choiceField, readChoice } from './readChoice';
import { readFilledText } from './readText';
import { readTextList } from './readTextList';

interface Entries {
	/** The noun in title case, such as `Tag`. */
	singularNoun: string;
	noun: string;
	/** The maximum number of entries that the service accepts in one request. */
	maxCount: number;
	/** The maximum number of rows in the editor. Unlimited by default. */
	maxRows?: number;
	description: string;
	/** A hint that is shown above the rows, because n8n doesn't show hints within rows. */
	hint?: string;
	column: { displayName: string; name: string; placeholder: string; description: string };
	list: { placeholder: string; description: string };
}

/**
 * Creates parameters for short text values, such as tags or replies, that users enter in rows or as
 * a list. The result includes a function that reads these values.
 */
export function textRowsOrList(definition: Entries) {
	const { singularNoun, noun, maxCount, maxRows, hint, column, ...entries } = definition;
	const key = singularNoun.toLowerCase();
	const choice = choiceField({
		displayName: `Specify ${noun}`,
		name: `specify${noun}`,
		type: 'options',
		noDataExpression: true,
		default: 'individually',
		description: `How to specify the ${noun.toLowerCase()}`,
		...(hint === undefined ? {} : { hint }),
		options: [
			{
				name: 'As List',
				value: 'list',
				description: 'As a single list, such as the result of an expression',
			},
			{ name: 'Individually', value: 'individually', description: 'As one row per entry' },
		],
	});
	const entry: INodeProperties = { ...column, type: 'string', default: '' };
	const row = { displayName: singularNoun, name: key, values: [entry] };
	const rows: HintedProperty = {
		displayName: noun,
		name: noun.toLowerCase(),
		type: 'fixedCollection',
		default: { [key]: [{ [column.name]: '' }] },
		required: true,
		placeholder: `Add ${singularNoun}`,
		description: entries.description,
		builderHint: {
			propertyHint: `Rows: { "${key}": [{ "${column.name}": "…" }] }. If one expression returns all ${noun.toLowerCase()}, set ${choice.name} to "list", and use ${key}List.`,
		},
		typeOptions: {
			multipleValues: true,
			sortable: true,
			minRequiredFields: 1,
			...(maxRows !== undefined && { maxAllowedFields: maxRows }),
		},
		displayOptions: { show: { [choice.name]: ['individually'] } },
		options: [row],
	};
	const list: INodeProperties = {
		displayName: `${singularNoun} List`,
		name: `${key}List`,
		type: 'string',
		default: '',
		required: true,
		...entries.list,
		displayOptions: { show: { [choice.name]: ['list'] } },
	};
	const isList = (parameters: ParameterSet) => readChoice(parameters, choice) === 'list';
	const enteredIn = (parameters: ParameterSet) => parameters.get(isList(parameters) ? list : rows);
	return {
		fields: [choice, rows, list],
		entered: enteredIn,
		read(parameters: ParameterSet): CheckedList<string> {
			const entered = enteredIn(parameters);
			const texts = isList(parameters)
				? readTextList(entered)
				: readRows(entered, row).map((columns) => readFilledText(columns.get(entry)));
			if (texts.length > 0) {
				return { entries: texts, errorStart: `${entered.label} has`, noun: rows.name, maxCount };
			}
			throw new ParameterError(`${entered.label} is empty`, `Enter at least one ${key}.`);
		},
	};
}
