import type { INodeProperties } from 'n8n-workflow';

import type { ItemParameters } from '../itemParameters';
import { ParameterError } from '../parameterError';
import type { CappedList } from './cappedList';
import { readRows } from './rows';
import { readFilledText } from './text';
import { readTextList } from './textList';

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

/** The parameters for short texts of one kind, and what reads them. */
export interface TextEntries {
	fields: INodeProperties[];
	read(parameters: ItemParameters): CappedList<string>;
}

/** Parameters for texts that are given in rows of their own, or all in one list. */
export function textEntries({ thing, things, cap, hint, column, ...words }: Words): TextEntries {
	const key = thing.toLowerCase();
	const choice = { label: `Specify ${things}`, name: `specify${things}` };
	const rows = { label: things, name: things.toLowerCase() };
	const list = { label: `${thing} List`, name: `${key}List` };
	const shownFor = (chosen: string) => ({ show: { [choice.name]: [chosen] } });
	const fields: INodeProperties[] = [
		{
			displayName: choice.label,
			name: choice.name,
			type: 'options',
			noDataExpression: true,
			default: 'individually',
			description: `How the ${rows.name} are given`,
			...(hint === undefined ? {} : { hint }),
			options: [
				{
					name: 'As List',
					value: 'list',
					description: 'All in one parameter, such as an expression that gives a list',
				},
				{ name: 'Individually', value: 'individually', description: 'Each in a row of its own' },
			],
		},
		{
			displayName: rows.label,
			name: rows.name,
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
			displayOptions: shownFor('individually'),
			options: [
				{ displayName: thing, name: key, values: [{ ...column, type: 'string', default: '' }] },
			],
		},
		{
			displayName: list.label,
			name: list.name,
			type: 'string',
			default: '',
			required: true,
			...words.list,
			displayOptions: shownFor('list'),
		},
	];
	const readEach = (parameters: ItemParameters): string[] =>
		readRows(parameters.value(rows.name), { label: rows.label, key, row: key }).map(
			(row, index) => {
				const place = `of ${key} ${String(index + 1)} in '${rows.label}'`;
				return readFilledText(row[column.name], `'${column.displayName}' ${place}`);
			},
		);
	return {
		fields,
		read(parameters) {
			// Workflows that are older than the choice have rows.
			const chosen = parameters.value(choice.name) ?? 'individually';
			if (chosen !== 'individually' && chosen !== 'list') {
				throw new ParameterError(
					`'${choice.label}' has an unknown value`,
					'Open the node and choose one from the list.',
				);
			}
			const { label } = chosen === 'list' ? list : rows;
			const entries =
				chosen === 'list' ? readTextList(parameters.value(list.name), label) : readEach(parameters);
			if (entries.length === 0) {
				throw new ParameterError(`'${label}' is empty`, `Give at least one ${key}.`);
			}
			return { entries, holder: `'${label}' has`, things: rows.name, cap };
		},
	};
}
