import type { INode } from 'n8n-workflow';

import { useChannel } from './engine/channel';
import { sendText } from '../support/running/parameters';

const channel = useChannel({ acceptUnknownContacts: true });

/** Ten items, one of which the service refuses and one of which can't be read. */
const refused = 4;
const unreadable = 7;
const items = Array.from({ length: 10 }, (_, index) => ({
	contactId: `contact ${String(index)}`,
	text: index === unreadable ? '' : `Message ${String(index)}`,
	message: 'A field of the user, like all the others',
	row: index,
}));
const isBad = (index: number) => index === refused || index === unreadable;

const blocked = {
	message: 'The contact has blocked the channel [item 4]',
	description: expect.stringContaining('Check the contact') as string,
	outcome: 'notDone',
	reason: 'refused',
	httpCode: '403',
};
const empty = {
	message: "'Text' is empty [item 7]",
	description: expect.stringContaining('Enter a value') as string,
	outcome: 'notDone',
	reason: 'invalidParameter',
};
const sent = { status: 'Success', message: 'Message Sent', data: [] };

async function run(onError: NonNullable<INode['onError']>) {
	channel.service.faults.add({
		match: { contactId: `contact ${String(refused)}` },
		fault: { kind: 'status', status: 403, message: 'The contact has blocked the channel' },
	});
	return await channel.run({ parameters: sendText(), items, settings: { onError } });
}

it('gives errors among the items, each at its place, when told to continue', async () => {
	const { status, items: output } = await run('continueRegularOutput');

	expect(status).toBe('success');
	expect(channel.service.messages.map(({ contactId }) => contactId).sort()).toEqual(
		items.flatMap(({ contactId }, item) => (isBad(item) ? [] : [contactId])),
	);
	const failures: Record<number, object> = { [refused]: blocked, [unreadable]: empty };
	expect(output).toEqual(
		items.map((_, item) => {
			const error = failures[item];
			return { json: error === undefined ? sent : { error }, pairedItem: { item } };
		}),
	);
});

it('sends only the bad items to the error output, with what their input items held', async () => {
	const before = structuredClone(items);

	const { status, items: output, errorItems } = await run('continueErrorOutput');

	expect(status).toBe('success');
	expect(output).toEqual(
		items.flatMap((_, item) => (isBad(item) ? [] : [{ json: sent, pairedItem: { item } }])),
	);
	expect(errorItems).toEqual([
		{ json: { ...items[refused], error: blocked }, pairedItem: { item: refused } },
		{ json: { ...items[unreadable], error: empty }, pairedItem: { item: unreadable } },
	]);
	expect(items).toEqual(before);
});
