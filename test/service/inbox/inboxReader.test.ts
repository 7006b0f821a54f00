import type { ChannelRecords } from '../channelState';
import { ContactBook } from '../contacts/contactBook';
import { CallLog } from '../records/callLog';
import { MessageLog } from '../records/messageLog';
import { InboxReader, messagesPerUpdate } from './inboxReader';

const emptyRecords = (): ChannelRecords => ({
	contacts: new ContactBook(),
	messageLog: new MessageLog(),
	callLog: new CallLog(),
});

const addMessage = ({ messageLog }: ChannelRecords, text: string): void => {
	const item = { type: 'text', text } as const;
	messageLog.add({ at: 1, contactId: 'x', item, forceCancelSurvey: false });
};

const refuse = ({ callLog }: ChannelRecords): void => {
	const call = {
		at: 1,
		method: 'POST',
		path: '/',
		status: null,
		accepted: false,
		authorized: true,
	};
	callLog.add(call);
	callLog.answered(call, 429);
};

describe('what the page is told', () => {
	it('is first everything, then only what is new', () => {
		const records = emptyRecords();
		const reader = new InboxReader();
		const contact = { id: '1', custom_fields: { phone: '+1555' }, tags: [], created_at: 1 };
		records.contacts.add(contact);
		addMessage(records, 'one');
		expect(reader.read(records)).toMatchObject({
			startsAfresh: true,
			messages: [{ number: 1 }],
			contacts: [contact],
			accepted: 1,
			refused: 0,
		});
		expect(reader.read(records)).toBeUndefined();

		addMessage(records, 'two');
		expect(reader.read(records)).toMatchObject({
			startsAfresh: false,
			messages: [{ number: 2 }],
			contacts: [],
			accepted: 2,
		});
		records.contacts.addTags('1', ['vip']);
		expect(reader.read(records)).toMatchObject({ messages: [], contacts: [{ tags: ['vip'] }] });
		refuse(records);
		expect(reader.read(records)).toMatchObject({ messages: [], refused: 1 });
		expect(reader.read(records)).toBeUndefined();
	});

	it('is only the end of a flood, with the count of all', () => {
		const records = emptyRecords();
		for (let sent = 0; sent < messagesPerUpdate + 5; sent += 1) addMessage(records, String(sent));
		const update = new InboxReader().read(records);
		expect(update?.messages).toHaveLength(messagesPerUpdate);
		expect(update?.messages[0]?.number).toBe(6);
		expect(update?.accepted).toBe(messagesPerUpdate + 5);
	});

	it('starts afresh after a reset', () => {
		const reader = new InboxReader();
		const before = emptyRecords();
		addMessage(before, 'one');
		refuse(before);
		reader.read(before);
		expect(reader.read(emptyRecords())).toEqual({
			startsAfresh: true,
			messages: [],
			contacts: [],
			accepted: 0,
			refused: 0,
		});
	});
});
