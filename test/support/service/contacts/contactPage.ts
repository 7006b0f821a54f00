import type { SearchQuery } from '../api/schemas';
import type { ContactSearch } from '../configuration';
import type { SearchResults } from './contactStore';

/**
 * Returns one page of search results (section 4.2, Find contacts by custom field). `from` and `to` are 0
 * if the page is empty: the document specifies integers. Links repeat the query.
 */
export function contactPage(
	search: SearchQuery,
	path: string,
	{ contacts: found, total }: SearchResults,
	{ pageSize: contactsPerPage, paging }: Pick<ContactSearch, 'pageSize' | 'paging'>,
): object {
	const page = Number(search.page ?? 1);
	const lastPage = Math.max(1, Math.ceil(found.length / contactsPerPage));
	const statedLastPage = { lastPageFirst: 1, lastPageTooLarge: lastPage + 2 }[String(paging)];
	const offset = (page - 1) * contactsPerPage;
	const data = found
		.slice(offset, offset + contactsPerPage)
		.filter((contact) => contact !== undefined);
	const link = (number: number): string => {
		const { name, value } = search;
		return `${path}?${new URLSearchParams({ name, value, page: String(number) }).toString()}`;
	};
	return {
		data,
		links: {
			first: link(1),
			last: link(lastPage),
			prev: page > 1 ? link(page - 1) : null,
			next: page < lastPage && paging !== 'noNextLink' ? link(page + 1) : null,
		},
		meta: {
			current_page: page,
			from: data.length === 0 ? 0 : offset + 1,
			last_page: statedLastPage ?? lastPage,
			path,
			per_page: contactsPerPage,
			to: data.length === 0 ? 0 : offset + data.length,
			total,
		},
	};
}
