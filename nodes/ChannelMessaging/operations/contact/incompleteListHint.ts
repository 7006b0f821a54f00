import type { CustomFieldReference } from '../../customFieldValues/customFieldReference';
import { quoted } from '../../parameters/quoted';

/** A hint for lists whose pages never contain as many contacts as the service counts. */
export function incompleteListHint(
	{ name, value }: CustomFieldReference,
	{ found, total }: { found: number; total: number },
): string {
	return `The service counts ${String(total)} contacts for the ${name} ${quoted(value)}, but its pages contained ${String(found)} each time that the list was read.`;
}
