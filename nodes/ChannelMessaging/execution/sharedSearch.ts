import type { RequestSettings } from '../parameters/requestSettings';
import { type CustomFieldReference, keyOf } from '../customFieldValues/customFieldReference';

/**
 * Items with the same value share a search, unless their sending hours differ and can prevent it.
 * Sending hours in the contact's own time zone apply only to messages.
 */
export function searchKeyOf({
	contact,
	settings,
}: {
	contact: CustomFieldReference;
	settings: RequestSettings;
}): string {
	const { zone, key } = settings.sendingWindow ?? {};
	return JSON.stringify([keyOf(contact), ...(zone === 'contact' ? [] : [key])]);
}
