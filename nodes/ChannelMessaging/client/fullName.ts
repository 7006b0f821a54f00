import type { Contact } from './contact';
import { fieldsOf } from './customFieldText';

/** Returns an empty string if the contact has no name. */
export function fullNameOf(contact: Contact): string {
	const { firstName, lastName } = fieldsOf(contact);
	return [firstName, lastName].filter(Boolean).join(' ');
}
