import type { INodeProperties } from 'n8n-workflow';

import { ParameterError, type Parameters } from '../parameter';
import type { CappedList } from './cappedList';
import { choiceField, readChoice } from './choice';
import { readRows } from './collection';
import { readFilledText, readTextList } from './text';

interface Words {
	/** What one is called, in Title Case, such as `Tag`: parameters are named after it. */
	thing: string;
	things: string;
	cap: number;
	description: string;
	/** What to keep in mind; shown above the texts, as n8n shows no hint of rows. */
	hint?: string;
	column: { displayName: string; name: string; placeholder: string; description: string };
	list: { placeholder: string; description: string };
}

/** Parameters for short texts, in rows of their own or all in one list, and what reads them. */
export function textEntries({ thing, things, cap, hint, column, ...words }: Words) {
	const key = thing.toLowerCase();
	const choice = choiceField({
		displayName: `Specify ${things}`,
		name: `specify${things}`,
		type: 'options',
		noDataExpression: true,
		default: 'individually',
		description: `How to specify the ${things.toLowerCase()}`,
		...(hint === undefined ? {} : { hint }),
		options: [
			{
				name: 'As List',
				value: 'list',
				description: 'All in one parameter, such as an expression that returns a list',
			},
			{ name: 'Individually', value: 'individually', description: 'One row each' },
		],
	});
	const entry: INodeProperties = { ...column, type: 'string', default: '' };
	const row = { displayName: thing, name: key, values: [entry] };
	const rows: INodeProperties = {
		displayName: things,
		name: things.toLowerCase(),
		type: 'fixedCollection',
		default: { [key]: [{ [column.name]: '' }] },
		required: true,
		placeholder: `Add ${thing}`,
		description: words.description,
		typeOptions: {
			multipleValues: true,
			sortable: true,
			minRequiredFields: 1,
			maxAllowedFields: cap,
		},
		displayOptions: { show: { [choice.name]: ['individually'] } },
		options: [row],
	};
	const list: INodeProperties = {
		displayName: `${thing} List`,
		name: `${key}List`,
		type: 'string',
		default: '',
		required: true,
		...words.list,
		displayOptions: { show: { [choice.name]: ['list'] } },
	};
	return {
		fields: [choice, rows, list],
		read(parameters: Parameters): CappedList<string> {
			const isList = readChoice(parameters, choice) === 'list';
			const given = parameters.given(isList ? list : rows);
			const entries = isList
				? readTextList(given)
				: readRows(given, row).map((texts) => readFilledText(texts.given(entry)));
			if (entries.length === 0) {
				throw new ParameterError(`${given.subject} is empty`, `Give at least one ${key}.`);
			}
			return { entries, holder: `${given.subject} has`, things: rows.name, cap };
		},
	};
}
