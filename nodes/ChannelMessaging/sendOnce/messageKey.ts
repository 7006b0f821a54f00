import { canonicalContactId } from '../client/canonicalContactId';

/** Whether to send one message per key, or one message per contact of a campaign. */
export type SendOnce = { kind: 'key'; key: string } | { kind: 'campaign'; campaign: string };

/**
 * `text` is the stored key of the item's first message. The output of skipped items contains
 * `reason` and `skipMessage`.
 */
export interface MessageKey {
	text: string;
	reason: 'alreadyInCampaign' | 'alreadySent';
	skipMessage: string;
}

/**
 * Returns a message's key. For a campaign, the key contains the contact's canonical ID, because items
 * can identify the same contact by different values.
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
		// Keys that users enter are trimmed, so no such key starts with a space.
		text: ` campaign ${JSON.stringify([campaign.toLowerCase(), canonicalContactId(contactId)])}`,
		reason: 'alreadyInCampaign',
		skipMessage: `Not sent: the contact already received a message of the campaign '${campaign}', or may have received it.`,
	};
}

/** @param position the message's index within the item */
export function storedKey({ text }: MessageKey, position: number): string {
	return position === 0 ? text : ` ${String(position)} ${text}`;
}
