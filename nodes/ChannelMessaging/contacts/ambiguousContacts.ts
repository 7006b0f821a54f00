import { ApiError } from '../client/apiError';
import { fullNameOf } from '../client/fullName';
import { contactIdOf } from '../client/contactId';
import type { Contact } from '../client/contact';
import type { CustomFieldReference } from '../customFieldValues/customFieldReference';

/** How many contacts an error message lists. */
const maxMatches = 3;

/** @param found all matching contacts, or the first of them */
export function ambiguousContactsError(
	reference: CustomFieldReference,
	found: readonly Contact[],
	count: number,
): ApiError {
	const matches = found.slice(0, maxMatches).map((contact) => ({
		name: fullNameOf(contact),
		contactId: contactIdOf(contact) ?? '',
	}));
	const details = { reason: 'contactAmbiguous', outcome: 'notDone', count, matches } as const;
	return new ApiError({ ...reference, ...details });
}

/**
 * If the value is the number's second interpretation, returns an ambiguous reference with both
 * numbers.
 */
export function otherInterpretationOf(
	reference: CustomFieldReference,
	value: string,
): CustomFieldReference | undefined {
	const { otherInterpretation = [], otherValues = [] } = reference;
	if (!otherInterpretation.includes(value)) return undefined;
	const numbers = [reference.value, ...otherInterpretation.slice(0, 1)];
	const written = otherValues.at(-1) ?? reference.value;
	return { ...reference, value: written, problem: { kind: 'ambiguous', numbers } };
}
