import { orderingKey } from '../client/channel';

/** Once per key, or once per contact of a campaign. */
export type SendOnce = { kind: 'key'; key: string } | { kind: 'campaign'; campaign: string };

/**
 * `text` is the stored key of the item's first message; `reason` and `skipMessage` end up in the
 * output of skipped items.
 */
export interface MessageKey {
	text: string;
	reason: 'alreadyInCampaign' | 'alreadySent';
	skipMessage: string;
}

/**
 * Campaigns use the ordering key of the contact. Items can refer to the same contact by different
 * values.
 */
export function messageKeyFor(once: SendOnce, contactId: string): MessageKey {
	if (once.kind === 'key') {
		return {
			text: once.key,
			reason: 'alreadySent',
			skipMessage: `Not sent: a message with the key '${once.key}' was already sent, or may have been.`,
		};
	}
	const campaign = once.campaign.replace(/\s+/g, ' ');
	return {
		// Keys of users are trimmed, so none starts with a space.
		text: ` campaign ${JSON.stringify([campaign.toLowerCase(), orderingKey(contactId)])}`,
		reason: 'alreadyInCampaign',
		skipMessage: `Not sent: the contact already received a message of the campaign '${campaign}', or may have received it.`,
	};
}

/** @param position among the item's messages */
export function storedKey({ text }: MessageKey, position: number): string {
	return position === 0 ? text : ` ${String(position)} ${text}`;
}
