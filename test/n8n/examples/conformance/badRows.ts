import type { IDataObject } from 'n8n-workflow';

/** Values that aren't text or are empty. `undefined` removes the field. */
const badValues = [undefined, null, '', ' ', 42, true, ['a', 'b'], { a: 1 }] as const;

/** A row in which one field is wrong. */
export interface BadRow {
	/** Shown when a test fails. */
	readonly title: string;
	readonly field: string;
	/** Whether the field is missing or empty. */
	readonly isEmpty: boolean;
	readonly row: IDataObject;
}

function withValue(row: IDataObject, path: readonly string[], value: unknown): IDataObject {
	const [name = '', ...rest] = path;
	if (rest.length > 0) {
		return { ...row, [name]: withValue((row[name] ?? {}) as IDataObject, rest, value) };
	}
	const others = Object.entries(row).filter(([other]) => other !== name);
	return Object.fromEntries(
		value === undefined ? others : [...others, [name, value as IDataObject]],
	);
}

/** Returns a row for each field and each bad value. Each row is about another person. */
export function badRows(fields: readonly string[], nextRow: () => IDataObject): BadRow[] {
	return fields.flatMap((field) =>
		badValues.map((value) => ({
			title: `${field}: ${value === undefined ? 'missing' : JSON.stringify(value)}`,
			field,
			isEmpty: value === undefined || value === null || value === '' || value === ' ',
			row: withValue(nextRow(), field.split('.'), value),
		})),
	);
}
