import { idempotencyKeyOption } from '../parameters/options';
import type { ReadItem } from './readItems';

/**
 * Warns if several items have the same idempotency key, because only the first one is sent. A
 * common mistake is to use the name of a campaign as the key.
 */
export function repeatedKeysWarning(items: readonly ReadItem[]): string | undefined {
	const keys = items.flatMap((item) =>
		'settings' in item ? (item.settings.idempotencyKey ?? []) : [],
	);
	const repeated = keys.length - new Set(keys).size;
	if (repeated === 0) return undefined;
	return `${String(repeated)} of ${String(items.length)} items have the same '${idempotencyKeyOption.displayName}' as an earlier item, and only the first is sent. If these items are for different contacts, add something that differs for each contact, e.g. offer-{{ $json.customerNumber }}.`;
}
