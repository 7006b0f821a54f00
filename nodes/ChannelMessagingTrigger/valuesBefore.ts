import type { IDataObject } from 'n8n-workflow';

/**
 * Limits the values to 50 MB per trigger. The documented fields have a few hundred characters in
 * total.
 */
const maxValuesCharacters = 5_000;

/** Returns the values that an event can show as `before`, as JSON, unless they are too long. */
export function keptValues(content: IDataObject): { values?: string } {
	const values = JSON.stringify(content);
	return values.length <= maxValuesCharacters ? { values } : {};
}

/** Returns `undefined` if the values aren't available or were too long. */
export function valuesIn({ values }: { readonly values?: string }): IDataObject | undefined {
	return values === undefined ? undefined : (JSON.parse(values) as IDataObject);
}
