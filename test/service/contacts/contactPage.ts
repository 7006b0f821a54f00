import type { Contact } from './contactBook';

/** What a contact search answers (sections 2 and 4.2). */
export interface ContactPage {
	data: Contact[];
	links: { first: string; last: string; prev: string | null; next: string | null };
	meta: {
		current_page: number;
		from: number;
		last_page: number;
		path: string;
		per_page: number;
		to: number;
		total: number;
	};
}

export interface ContactSearch {
	name: string;
	value: string;
	page: number;
}

/** The document doesn't show the page size. */
export const contactsPerPage = 25;

/**
 * One page of what was found. `from` and `to` are 0 where the page is empty: the document gives
 * them as integers. The links repeat the search, so that following one continues it.
 */
export function contactPage(
	search: ContactSearch,
	path: string,
	foundIds: readonly string[],
	read: (id: string) => Contact | undefined,
): ContactPage {
	const lastPage = Math.max(1, Math.ceil(foundIds.length / contactsPerPage));
	const offset = (search.page - 1) * contactsPerPage;
	const data = foundIds
		.slice(offset, offset + contactsPerPage)
		.map(read)
		.filter((contact) => contact !== undefined);
	const link = (page: number): string => contactPageLink(path, { ...search, page });
	return {
		data,
		links: {
			first: link(1),
			last: link(lastPage),
			prev: search.page > 1 ? link(search.page - 1) : null,
			next: search.page < lastPage ? link(search.page + 1) : null,
		},
		meta: {
			current_page: search.page,
			from: data.length === 0 ? 0 : offset + 1,
			last_page: lastPage,
			path,
			per_page: contactsPerPage,
			to: data.length === 0 ? 0 : offset + data.length,
			total: foundIds.length,
		},
	};
}

/** The search's first page for ever: each says that another follows. */
export function repeatedContactPage(firstPage: ContactPage, search: ContactSearch): ContactPage {
	const { path } = firstPage.meta;
	const next = contactPageLink(path, { ...search, page: search.page + 1 });
	return {
		data: firstPage.data,
		links: { ...firstPage.links, last: next, next },
		meta: { ...firstPage.meta, current_page: search.page, last_page: search.page + 1 },
	};
}

function contactPageLink(path: string, { name, value, page }: ContactSearch): string {
	const query = new URLSearchParams({ name, value, page: String(page) });
	return `${path}?${query.toString()}`;
}
