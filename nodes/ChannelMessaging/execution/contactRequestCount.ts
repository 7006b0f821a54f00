import type { DeliverableItem } from './readItems';

/**
 * Returns how many contact requests an item needs once its contact is known. Excludes retries and
 * extra requests, such as those for more than 10 tags.
 */
export function contactRequestsOf(item: DeliverableItem): number {
	switch (item.kind) {
		case 'simple':
			return 1;
		case 'upsert':
			return 2;
		case 'contact': {
			const { contact, checksOnly, messageCount, question, settings, tagsToSkip = [] } = item;
			if (messageCount === undefined && question === undefined) return 1;
			const isRead =
				checksOnly === true || tagsToSkip.length > 0 || settings.sendingWindow?.zone === 'contact';
			return contact.kind === 'id' && isRead ? 1 : 0;
		}
	}
}
