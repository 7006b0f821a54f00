import { useChannel } from '../engine/channel';
import { sendText } from '../../support/fixtures/parameters';

const channel = useChannel({ acceptUnknownContacts: true });

// n8n-core alone has no store of processed items: n8n gives it one when it starts.
describe("where n8n's store of processed items cannot be used", () => {
	const items = [{ contactId: '1', text: 'Hello', order: 1 }];

	it('nothing is sent that has a key', async () => {
		const { error } = await channel.runNode({
			parameters: sendText({ options: { sendOnceKey: '={{ $json.order }}' } }),
			items,
		});

		expect(error?.message).toBe(
			"The key in 'Send Once per Key' could not be recorded, so the message was not sent [item 0]",
		);
		expect(channel.service.requests).toEqual([]);
	});
});
