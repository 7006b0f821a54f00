import type { ErrorTexts } from './errorTextTypes';

export const listErrors = {
	listChanges: ({ found, total }) => [
		`Found ${String(found)} of ${String(total)} contacts: the list changes while it is read`,
		"Run the workflow again when fewer contacts change, or search for a value that fewer contacts have. Get Many returns part of the list if you turn off 'Return All' and set 'Limit'.",
	],
	listTooLong: ({ contacts, pages, bytes }) => [
		`The list of contacts is too long: it continues after ${String(contacts)} contacts on ${String(pages)} pages (${String(Math.ceil(bytes / 2 ** 20))} MB)`,
		"Search for a value that fewer contacts have, or turn off 'Return All' and set 'Limit'.",
	],
	pagesRepeat: ({ page }) => [
		`Page ${String(page)} of the contacts contains no new contacts, but isn't the last page`,
		"The list may never end. Run the workflow again. If this happens every time, report this to the provider of the service. To return the contacts on the first page, turn off 'Return All' and lower 'Limit'.",
	],
	tooManyMatch: ({ maxMatches, name, value }) => [
		`More than ${maxMatches.toLocaleString('en-US')} contacts have the ${name} '${value}'`,
		`A trigger follows up to ${maxMatches.toLocaleString('en-US')} contacts. Choose a value that fewer contacts have.`,
	],
} satisfies Partial<ErrorTexts>;
