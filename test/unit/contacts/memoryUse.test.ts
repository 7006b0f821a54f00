import { maxOutputBytes } from '../../../nodes/ChannelMessaging/client/responseLimits';
import { MemoryUse, sizeOf } from '../../../nodes/ChannelMessaging/contacts/memoryUse';
import { findAllContacts } from '../../../nodes/ChannelMessaging/contacts/findAllContacts';
import { sharedTimeSlicer } from '../../../nodes/ChannelMessaging/scheduling/timeSlicer';
import { contactOf, LocalContacts } from './localContacts';

const lead = { kind: 'customField', name: 'status', value: 'lead' } as const;
const tooLarge = expect.objectContaining({ reason: 'outputTooLarge', outcome: 'notDone' }) as Error;

/** About a sixteenth of the limit. */
const large = { text: 'x'.repeat(maxOutputBytes / 32) };

it('sizeOf counts the characters of keys and texts, and a constant for each value and object', () => {
	expect(sizeOf('')).toBe(24);
	expect(sizeOf([1, null, 'ab'])).toBe(64 + 24 + 24 + 28);
	expect(sizeOf({ abc: { d: true } })).toBe(64 + 6 + 64 + 2 + 24);
});

it('MemoryUse is full once the limit is reached, until data is removed', async () => {
	const memory = new MemoryUse();
	await memory.addAll(Array(15).fill(large), sharedTimeSlicer.slice());
	expect(() => {
		memory.assertNotFull();
	}).not.toThrow();

	const last = memory.add(large);
	expect(() => {
		memory.assertNotFull();
	}).toThrow(tooLarge);

	memory.remove(last);
	expect(() => {
		memory.assertNotFull();
	}).not.toThrow();
});

it('findAllContacts rejects a list as soon as its contacts exceed the limit of outputs and counts only lists that are being read', async () => {
	const fields = { status: 'lead', ...large };
	const contacts = Array.from({ length: 20 }, (_, id) => contactOf(String(id), fields));
	const channel = new LocalContacts(contacts, { pageSize: 1 });
	const memory = new MemoryUse();

	await findAllContacts(channel, lead, 10, memory);
	await findAllContacts(channel, lead, 10, memory);
	channel.requests.length = 0;
	await expect(findAllContacts(channel, lead, Infinity, memory)).rejects.toEqual(tooLarge);
	expect(channel.requests).toHaveLength(16);
});
