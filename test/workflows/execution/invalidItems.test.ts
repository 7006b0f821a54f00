import { useChannel } from '../engine/channel';
import { messages, sendText } from '../../support/fixtures/parameters';

const channel = useChannel({ acceptUnknownContacts: true });

it('no message is sent if one of a thousand items is invalid', async () => {
	const items = [...messages(900), ...messages(1, ''), ...messages(99)];

	const { error, status } = await channel.runNode({ parameters: sendText(), items });

	expect(status).toBe('error');
	expect(error?.message).toBe("'Text' is empty [item 900]");
	expect(error?.description).toMatch(/^Enter a value.* Nothing was sent\.$/);
	expect(channel.service.requests).toEqual([]);
});

it('an operation that the resource does not have stops the execution', async () => {
	const { error } = await channel.runNode({
		parameters: sendText({ operation: 'addTags' }),
		items: [{ contactId: '1', text: 'Hi' }],
	});

	expect(error?.message).toBe("'Operation' is 'addTags', which 'message' does not have");
	expect(error?.description).toBe('Open the node and select an operation from the list.');
	expect(channel.service.requests).toEqual([]);
});
