import type { INodeProperties } from 'n8n-workflow';

import { ParameterError, type Parameters } from './parameter';
import { choiceField, readChoice, readFilledText, readRows, readTextList } from './readers';

interface Words {
	/** The singular in Title Case, such as `Tag`. Used in the labels and names of parameters. */
	thing: string;
	things: string;
	cap: number;
	description: string;
	/** Shown above the texts, because n8n doesn't show hints of rows. */
	hint?: string;
	column: { displayName: string; name: string; placeholder: string; description: string };
	list: { placeholder: string; description: string };
}

/** Returns parameters for short texts, in rows or as a list, and a function that reads them. */
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
		read(parameters: Parameters): LimitedList<string> {
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

/** A list for requests with a maximum number of entries. */
export interface LimitedList<Entry> {
	entries: readonly Entry[];
	/** The start of error messages, such as `'Tags' has`. */
	holder: string;
	things: string;
	cap: number;
}

/**
 * Returns all entries. Throws `ParameterError` if they exceed the maximum for one request, see
 * section 8 (Limits).
 */
export function assertMaxItems<Entry>({
	entries,
	holder,
	things,
	cap,
}: LimitedList<Entry>): Entry[] {
	if (entries.length > cap) {
		throw new ParameterError(
			`${holder} ${String(entries.length)} ${things}, but the service takes at most ${String(cap)}`,
			`Remove ${String(entries.length - cap)}, or spread them over several items.`,
		);
	}
	return [...entries];
}

/**
 * Returns the entries in chunks, one per request. Keeps the order, so that all attempts of a node
 * execution send equal requests.
 */
export function chunk<Entry>(list: Pick<LimitedList<Entry>, 'entries' | 'cap'>): Entry[][] {
	const { entries, cap } = list;
	return Array.from({ length: Math.ceil(entries.length / cap) }, (_, chunk) =>
		entries.slice(chunk * cap, (chunk + 1) * cap),
	);
}
