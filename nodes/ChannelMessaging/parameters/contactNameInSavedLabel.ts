import type { IDataObject } from 'n8n-workflow';

/**
 * Returns the name of a contact that was selected from the list. n8n stores a label such as `Ana
 * Souto – +442079460001 – 1000457` along with the ID. If the ID was changed afterwards, the label
 * may belong to another contact and is ignored.
 */
export function contactNameInSavedLabel(
	selected: IDataObject,
	contactId: string,
): string | undefined {
	const { mode, cachedResultName: label } = selected;
	const end = ` – ${contactId}`;
	if (mode !== 'list' || typeof label !== 'string' || !label.endsWith(end)) return undefined;
	const [name = ''] = label.slice(0, -end.length).split(' – ');
	return /^\+?\d|@/.test(name) ? undefined : name;
}
