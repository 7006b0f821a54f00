import type { ChannelRecords } from '../channelState';
import type { Contact } from '../contacts/contactBook';
import type { AcceptedMessage } from '../records/messageLog';

/** What the page is told: what is new since the last update. */
export interface InboxUpdate {
	/** The page forgets what it has: it is the first update, or the service was reset. */
	startsAfresh: boolean;
	messages: AcceptedMessage[];
	/** The contacts of these messages, and those that have changed. */
	contacts: Contact[];
	/** Messages accepted, including those that this or an earlier update left out. */
	accepted: number;
	/** Calls refused with 429. */
	refused: number;
}

/** Of a flood, an update brings only the end: a page can't show more anyway. */
export const messagesPerUpdate = 1_000;

/** Remembers how far one page has been told. */
export class InboxReader {
	private records: ChannelRecords | undefined;
	private messagesRead = 0;
	private revisionRead = 0;
	private refusedRead = 0;

	/** Undefined: nothing is new. */
	read(records: ChannelRecords): InboxUpdate | undefined {
		const startsAfresh = records !== this.records;
		if (startsAfresh) this.start(records);
		const { messageLog, contacts, callLog } = records;
		if (!startsAfresh && !this.hasNews(records)) return undefined;

		const messages = messageLog.messages.slice(
			Math.max(this.messagesRead, messageLog.messages.length - messagesPerUpdate),
		);
		this.messagesRead = messageLog.messages.length;
		const changed = contacts.changedSince(this.revisionRead);
		this.revisionRead = contacts.revision;
		this.refusedRead = callLog.rateLimited;
		return {
			startsAfresh,
			messages,
			contacts: changed,
			accepted: messageLog.messages.length,
			refused: this.refusedRead,
		};
	}

	private hasNews({ messageLog, contacts, callLog }: ChannelRecords): boolean {
		return (
			messageLog.messages.length > this.messagesRead ||
			callLog.rateLimited > this.refusedRead ||
			contacts.revision > this.revisionRead
		);
	}

	private start(records: ChannelRecords): void {
		this.records = records;
		this.messagesRead = 0;
		this.revisionRead = 0;
		this.refusedRead = 0;
	}
}
