import { useChannel } from './engine/channel';
import { sendText } from '../support/running/parameters';

const channel = useChannel({ acceptUnknownContacts: true });

it('nothing is sent when one item among a thousand is bad', async () => {
	const thousand = Array.from({ length: 1_000 }, (_, index) => ({
		contactId: String(index),
		text: index === 900 ? '' : 'Hi',
	}));

	const { error, status } = await channel.run({ parameters: sendText(), items: thousand });

	expect(status).toBe('error');
	expect(error?.message).toBe("'Text' is empty [item 900]");
	expect(error?.description).toMatch(/^Enter a value.* Nothing was sent\.$/);
	expect(channel.service.calls).toEqual([]);
});
