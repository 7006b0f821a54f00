import type { ContactStore } from '../../../test/support/service/contacts/contactStore';
import type { TriggerHistory, TriggerSettings } from '../history/triggerHistory';
import { optedOut } from '../world/items';

/** The parts of a contact that the trigger can watch. */
export interface Content {
	readonly custom_fields: Readonly<Record<string, string>>;
	readonly tags: readonly string[];
}

/** A contact in a response or in an event. */
export interface ShownContact extends Content {
	readonly id: number | string;
}

/** A time in which a contact has the value. */
export interface Match {
	since: number;
	until: number;
}

/** Returns the values for which a trigger searches, in this order. */
export function searchedValues({ value }: TriggerSettings): string[] {
	return [...new Set([value.trim(), value])];
}

/** @param status `undefined` if a response doesn't contain it */
export function isMatch(settings: TriggerSettings, status: string | undefined): boolean {
	return status !== undefined && searchedValues(settings).includes(status);
}

export function matchesOf(contacts: ContactStore, id: string, settings: TriggerSettings): Match[] {
	const matches: Match[] = [];
	let since: number | undefined;
	for (const version of contacts.versionsOf(id)) {
		if (isMatch(settings, version.contact?.custom_fields['status'])) since ??= version.since;
		else if (since !== undefined) {
			matches.push({ since, until: version.since });
			since = undefined;
		}
	}
	if (since !== undefined) matches.push({ since, until: Infinity });
	return matches;
}

/** Returns the contents that a contact had in a time. */
export function contentsOf(
	contacts: ContactStore,
	id: string,
	from: number,
	to: number,
): Content[] {
	const versions = contacts.versionsOf(id);
	return versions.flatMap(({ since, contact }, index) => {
		const until = versions[index + 1]?.since ?? Infinity;
		return contact !== undefined && since <= to && until >= from ? [contact] : [];
	});
}

const watchedFields: readonly string[] = ['status', 'city'];

/** Returns the watched custom fields and tags of a contact that have values, as JSON. */
export function watchedIn(
	{ custom_fields: fields, tags }: Content,
	{ watch }: TriggerSettings,
): string {
	const isWatched = (name: string) => watch === 'all' || watchedFields.includes(name);
	const filled = Object.entries(fields)
		.filter(([name, value]) => isWatched(name) && value !== '')
		.sort(([one], [other]) => (one < other ? -1 : 1));
	const watchedTags = tags.filter((tag) => watch === 'all' || tag === optedOut);
	return JSON.stringify({ custom_fields: Object.fromEntries(filled), tags: watchedTags });
}

/** Returns the content that lookups show. */
export function lookedUpContent(
	{ custom_fields: { city = '', ...others }, tags }: Content,
	{ omittedFields }: TriggerHistory['search'],
): Content {
	const shown = omittedFields === 'fetchedCity' ? {} : { city };
	return { custom_fields: { ...others, ...shown }, tags };
}

/** Adds the city that a lookup omits, if an earlier response has shown it. */
export function withKnownCity(
	{ custom_fields: fields, tags }: Content,
	known: string | undefined,
	{ omittedFields }: TriggerHistory['search'],
): Content {
	if (known === undefined || omittedFields !== 'fetchedCity' || 'city' in fields) {
		return { custom_fields: fields, tags };
	}
	const { city = '' } = (JSON.parse(known) as Content).custom_fields;
	return { custom_fields: { ...fields, city }, tags };
}

/** Returns the content that searches show. */
export function searchedContent(
	{ custom_fields: fields, tags }: Content,
	{ omittedFields }: TriggerHistory['search'],
): Content {
	const shown = Object.entries(fields).filter(
		([name]) => omittedFields !== 'city' || name !== 'city',
	);
	return { custom_fields: Object.fromEntries(shown), tags };
}
