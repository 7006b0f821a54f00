import type { IDataObject } from 'n8n-workflow';

/**
 * Limits the values to 50 MB per trigger. All documented fields together have a few hundred
 * characters.
 */
const maxValuesCharacters = 5_000;

/**
 * Returns the values that an event can show as `before`, in JSON format, unless the values are too
 * long.
 */
export function keptValues(content: IDataObject): { values?: string } {
	const values = JSON.stringify(content);
	return values.length <= maxValuesCharacters ? { values } : {};
}

/** Returns the stored values, or `undefined` if they aren't available or were too long. */
export function valuesIn({ values }: { readonly values?: string }): IDataObject | undefined {
	return values === undefined ? undefined : (JSON.parse(values) as IDataObject);
}
