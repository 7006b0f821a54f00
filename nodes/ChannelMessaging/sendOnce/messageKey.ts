import { orderingKey } from '../client/channel';

/** What may be sent once: one message per key, or one per contact of a campaign. */
export type SendOnce = { kind: 'key'; key: string } | { kind: 'campaign'; campaign: string };

/**
 * The key of an item's messages. `text` is the stored key of the first message. `reason` is the
 * reason of the status `skipped` in the output.
 */
export interface MessageKey {
	text: string;
	reason: 'alreadyInCampaign' | 'alreadySent';
	skipMessage: string;
}

/**
 * A campaign's key contains the contact's ordering key instead of the value that identifies the
 * contact in the item, because the same contact can be identified in several ways.
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
		// Starts with a space, like the keys of further messages, because entered keys are trimmed.
		text: ` campaign ${JSON.stringify([campaign.toLowerCase(), orderingKey(contactId)])}`,
		reason: 'alreadyInCampaign',
		skipMessage: `Not sent: the contact already received a message of the campaign '${campaign}', or may have received it.`,
	};
}

/** @param position the index of the message among the item's messages */
export function storedKey({ text }: MessageKey, position: number): string {
	return position === 0 ? text : ` ${String(position)} ${text}`;
}
