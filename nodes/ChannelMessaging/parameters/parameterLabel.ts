/**
 * Returns the label with which error messages refer to a parameter.
 *
 * @param place distinguishes parameters with the same display name
 */
export function parameterLabel(displayName: string, place: string): string {
	return `'${displayName}'${place}`;
}

/** @param list the label of the list of rows */
export function placeInRows(list: string, row: string, index: number): string {
	return ` of ${row} ${String(index + 1)} in ${list}`;
}
