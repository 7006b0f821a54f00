import { shortened } from '../../texts/shortenedText';
import type { ErrorTexts } from './errorTextTypes';
import { alsoSearched, idAdvice, searchAdvice } from './notFoundAdvice';

const identities = "Enter an ID, or a phone number with '+', or an email address.";

export const contactErrors = {
	contactAmbiguous: ({ count, matches, name, problem, value }) =>
		problem?.kind === 'ambiguous'
			? [
					`The ${name} '${value}' could be ${problem.numbers.join(' or ')}`,
					`Found: ${listOf(matches, count)}. Enter the number with '+', or choose 'By ID' and enter the ID.`,
				]
			: [
					`${String(count)} contacts have the ${name} '${value}'`,
					`It could be ${listOf(matches, count)}. Choose 'By ID' and enter the ID of one of them, or search by a custom field whose value only one contact has.`,
				],
	contactChanged: ({ name, value }) => [
		`The contact no longer has the ${name} '${value}'`,
		'The item waited after its contact was found, and the value was removed or moved to another contact in the meantime. Run this item again.',
	],
	contactDoubtful: ({ name, value }) => [
		`An earlier request may have created the contact with the ${name} '${value}'`,
		"It was not created a second time. Check the channel for it. If it isn't there, run this item again after 10 minutes, or turn on 'Retry When Unsure'.",
	],
	contactInexact: ({ count, name, value }) => [
		`No contact's ${name} is exactly '${value}'`,
		`The service found only similar values (${String(count)}). Enter the exact value, or choose 'By ID' and enter the contact's ID.`,
	],
	contactNotFound: ({ searched, contactId = '', acceptsOnlyIds }) =>
		searched === undefined
			? [
					`Contact not found: '${contactId}'`,
					contactId.trim() !== contactId
						? 'The ID has a space or a line break before or after it. Remove it in the data, or with .trim() in the expression.'
						: acceptsOnlyIds === true
							? idAdvice(contactId)
							: identities,
				]
			: [
					`No contact has the ${searched.name} '${searched.value}'`,
					`${alsoSearched(searched)}${searchAdvice(searched)}`,
				],
	contactWithoutId: () => [
		'The service returned a contact without an ID',
		'Without an ID, the node can neither address a contact nor recognize it later. Report this to the provider of the service.',
	],
	fieldNotReturned: ({ name }) => [
		`The service's responses don't contain the custom field '${name}'`,
		"Therefore, the node can't check which contact has exactly this value. Check the name of the custom field, search by one that the output of 'Get' contains, or choose 'By ID' in 'Contact'.",
	],
	tooManySimilar: ({ count, name, value }) => [
		`The service finds more than ${String(count)} contacts for the ${name} '${value}'`,
		"The node compares only these, because each page of contacts takes a request. Choose 'By ID', or search by a longer value.",
	],
	valueRounded: ({ name }) => [
		`The service returns a contact's ${name} as a number that is too large to be exact`,
		"Therefore, the node can't check whether this contact has exactly this value. Save the value as text in the channel, or choose 'By ID' and enter the contact's ID.",
	],
} satisfies Partial<ErrorTexts>;

/** Formats a list, such as `Ana Vega (7), 8 or 2 others`. */
function listOf(
	matches: ReadonlyArray<{ name: string; contactId: string }>,
	count: number,
): string {
	const others = count - matches.length;
	const labels = [
		...matches.map(({ name, contactId }) => {
			const id = shortened(contactId);
			return name === '' ? id : `${shortened(name)} (${id})`;
		}),
		...(others > 0 ? [`${String(others)} ${others === 1 ? 'other' : 'others'}`] : []),
	];
	const last = labels.pop() ?? '';
	return labels.length === 0 ? last : `${labels.join(', ')} or ${last}`;
}
