import type { CustomFieldReference } from './customFieldReference';

/** How an item identifies its contact. */
export type ContactReference =
	/** `listedName` is the contact's name if the user selected the contact from the list. */
	{ kind: 'id'; contactId: string; listedName?: string } | CustomFieldReference;
