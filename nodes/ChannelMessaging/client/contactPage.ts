import type { ApiResponse } from './apiResponse';
import type { Contact } from './contact';
import { bodyOfRead, unreadable } from './emptyOrUnreadableBody';
import { isRecord } from './isRecord';

export interface ContactPage {
	contacts: Contact[];
	bytes: number;
	hasNext: boolean;
	/** The total across all pages, as reported by the service. */
	total?: number;
	/** As reported by the service. */
	lastPage?: number;
}

export function contactPageOf(response: ApiResponse, page: number): ContactPage {
	const { bytes } = response;
	const { data, meta, links } = bodyOfRead(response);
	if (!Array.isArray(data)) throw unreadable(response, 'list');
	const contacts: unknown[] = data;
	if (!contacts.every(isRecord)) throw unreadable(response, 'contactsOnly');
	const { last_page: lastPage, total } = isRecord(meta) ? meta : {};
	const next = isRecord(links) ? links.next : undefined;
	return {
		contacts,
		bytes,
		hasNext: typeof lastPage === 'number' ? page < lastPage : typeof next === 'string',
		...(typeof total === 'number' ? { total } : {}),
		...(typeof lastPage === 'number' ? { lastPage } : {}),
	};
}
