import type { DeliverableItem } from './readItems';

/**
 * Returns the number of contact requests that an item needs after its contact was found. Retries
 * and additional requests, such as those for more than 10 tags, aren't included.
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
