import type { INodeProperties } from 'n8n-workflow';

import { type HintedProperty, ParameterError, type Parameters } from './parameter';
import { choiceField, readChoice, readFilledText, readRows, readTextList } from './readers';

interface Words {
	/** The singular noun for an entry in title case, such as `Tag`. */
	singularNoun: string;
	noun: string;
	maxCount: number;
	description: string;
	/** A hint to show above the rows, because n8n doesn't show hints on rows. */
	hint?: string;
	column: { displayName: string; name: string; placeholder: string; description: string };
	list: { placeholder: string; description: string };
}

/**
 * Returns parameters for a list of short texts, such as tags or replies, and a function that reads
 * the list. Users enter the texts in rows or as a list.
 */
export function textEntries({ singularNoun, noun, maxCount, hint, column, ...words }: Words) {
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
			{ name: 'Individually', value: 'individually', description: 'In one row per entry' },
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
		description: words.description,
		builderHint: {
			propertyHint: `Rows: { "${key}": [{ "${column.name}": "…" }] }. If one expression returns all ${noun.toLowerCase()}, set ${choice.name} to "list", and use ${key}List.`,
		},
		typeOptions: {
			multipleValues: true,
			sortable: true,
			minRequiredFields: 1,
			maxAllowedFields: maxCount,
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
		...words.list,
		displayOptions: { show: { [choice.name]: ['list'] } },
	};
	return {
		fields: [choice, rows, list],
		read(parameters: Parameters): LimitedList<string> {
			const isList = readChoice(parameters, choice) === 'list';
			const parameterValue = parameters.get(isList ? list : rows);
			const entries = isList
				? readTextList(parameterValue)
				: readRows(parameterValue, row).map((texts) => readFilledText(texts.get(entry)));
			if (entries.length === 0) {
				throw new ParameterError(`${parameterValue.label} is empty`, `Enter at least one ${key}.`);
			}
			return { entries, owner: `${parameterValue.label} has`, noun: rows.name, maxCount };
		},
	};
}

/** A list with a maximum number of entries per request. */
export interface LimitedList<Entry> {
	entries: readonly Entry[];
	/** The start of error messages about the list, such as `'Tags' has`. */
	owner: string;
	noun: string;
	maxCount: number;
}

/**
 * Returns all entries of a list. Throws `ParameterError` if there are too many for one request
 * (section 8, Limits).
 */
export function assertMaxItems<Entry>({
	entries,
	owner,
	noun,
	maxCount,
}: LimitedList<Entry>): Entry[] {
	if (entries.length > maxCount) {
		throw new ParameterError(
			`${owner} ${String(entries.length)} ${noun}, but the service accepts at most ${String(maxCount)}`,
			`Remove ${String(entries.length - maxCount)}, or split them across several items.`,
		);
	}
	return [...entries];
}

/**
 * Splits a list into chunks, one chunk per request. Keeps the order of entries, so that all
 * attempts of a node execution send identical requests.
 */
export function chunk<Entry>(list: Pick<LimitedList<Entry>, 'entries' | 'maxCount'>): Entry[][] {
	const { entries, maxCount } = list;
	return Array.from({ length: Math.ceil(entries.length / maxCount) }, (_, chunk) =>
		entries.slice(chunk * maxCount, (chunk + 1) * maxCount),
	);
}
