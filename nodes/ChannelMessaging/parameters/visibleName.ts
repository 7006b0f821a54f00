import { visibleText } from '../texts/visibleText';

/**
 * Removes invisible characters from a name. CSV files often start with a byte order mark, which
 * would become part of the first column's name and create another custom field that looks the same.
 */
export function visibleName(entered: string): string {
	return visibleText(entered).trim();
}
