/** A message content item (section 2). */
export type MessageItem =
	| { type: 'text'; text: string }
	| { type: 'image' | 'video' | 'audio' | 'file'; url: string }
	| { type: 'quick_reply'; title: string; replies: string[] };

/** A message that the service accepted, and would have brought to the contact. */
export interface AcceptedMessage {
	/** From 1, in the order in which they were accepted. */
	number: number;
	/** Milliseconds since the epoch, with fractions. */
	at: number;
	/** As the contact has it: decoded from the path, and from Base64 on Viber. */
	contactId: string;
	item: MessageItem;
	forceCancelSurvey: boolean;
}

/** The accepted messages in order. */
export class MessageLog {
	readonly messages: AcceptedMessage[] = [];
	private readonly distinct = new Set<string>();

	/** How many messages repeat one that the same contact had already got. */
	get duplicates(): number {
		return this.messages.length - this.distinct.size;
	}

	add(message: Omit<AcceptedMessage, 'number'>): void {
		this.messages.push({ number: this.messages.length + 1, ...message });
		this.distinct.add(JSON.stringify([message.contactId, ...contentOf(message.item)]));
	}
}

/** The same for the same content, whatever the order of the item's keys. */
function contentOf(item: MessageItem): unknown[] {
	switch (item.type) {
		case 'text':
			return [item.type, item.text];
		case 'quick_reply':
			return [item.type, item.title, item.replies];
		default:
			return [item.type, item.url];
	}
}
