import type { RequestSettings } from '../parameters/requestSettings';
import { type CustomFieldReference, keyOf } from '../customFieldValues/customFieldReference';

/**
 * Items with the same value share a search, unless different sending hours can prevent it. The hours
 * of a contact's own time zone only apply to messages.
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
