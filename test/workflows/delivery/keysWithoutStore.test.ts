import { useChannel } from '../engine/channel';
import { sendText } from '../../support/running/parameters';

const channel = useChannel({ acceptUnknownContacts: true });

// n8n-core alone has no store of processed items: n8n gives it one when it starts.
describe("where n8n's store of processed items cannot be used", () => {
	const items = [{ contactId: '1', text: 'Hello', order: 1 }];

	it('nothing is sent that has a key', async () => {
		const { error } = await channel.run({
			parameters: sendText({ options: { sendOnceKey: '={{ $json.order }}' } }),
			items,
		});

		expect(error?.message).toBe(
			"'Send Once Per Key' needs n8n's store of processed items, which is not available here [item 0]",
		);
		expect(error?.description).toContain('Nothing was sent.');
		expect(channel.service.calls).toEqual([]);
	});

	it('what has no key is sent', async () => {
		await channel.run({ parameters: sendText(), items });

		expect(channel.texts).toEqual(['Hello']);
	});
});
