import { idempotencyKeyOption } from '../parameters/options';
import type { ReadItem } from './items';

/**
 * Only the first item with a key is sent, which is a mistake if the key is the name of a campaign.
 */
export function repeatedKeysWarning(items: readonly ReadItem[]): string | undefined {
	const keys = items.flatMap((item) =>
		'settings' in item ? (item.settings.idempotencyKey ?? []) : [],
	);
	const repeated = keys.length - new Set(keys).size;
	if (repeated === 0) return undefined;
	return `${String(repeated)} of ${String(items.length)} items have the same '${idempotencyKeyOption.displayName}' as an earlier item, and only the first is sent. Add something that differs for each contact, e.g. offer-{{ $json.customerNumber }}.`;
}
