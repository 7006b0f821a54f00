import { orderingKey } from '../client/channel';

/** The scope in which a message is sent only once: a key, or the contact in a campaign. */
export type SendOnce = { kind: 'key'; key: string } | { kind: 'campaign'; campaign: string };

/**
 * The idempotency key of an item's messages. `text` is the stored key of the first message.
 * `reason` and `skipMessage` explain the status `skipped` in the output.
 */
export interface MessageKey {
	text: string;
	reason: 'alreadyInCampaign' | 'alreadySent';
	skipMessage: string;
}

/**
 * Identifies a contact in a campaign by its ordering key and not by the value in the item, because
 * items can refer to the same contact in several ways.
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
		// Starts with a space to differ from the keys that users enter, which are trimmed.
		text: ` campaign ${JSON.stringify([campaign.toLowerCase(), orderingKey(contactId)])}`,
		reason: 'alreadyInCampaign',
		skipMessage: `Not sent: the contact already received a message of the campaign '${campaign}', or may have received it.`,
	};
}

/** @param position the index of the message among the item's messages */
export function storedKey({ text }: MessageKey, position: number): string {
	return position === 0 ? text : ` ${String(position)} ${text}`;
}
