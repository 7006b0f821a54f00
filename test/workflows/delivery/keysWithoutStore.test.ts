import { useChannel } from '../engine/channel';
import { sendText } from '../engine/parameters';
import { runNode } from '../engine/runNode';

const channel = useChannel({ acceptUnknownContacts: true });

// n8n-core alone has no store of processed items: n8n gives it one when it starts.
const parameters = sendText({ options: { sendOnceKey: '={{ $json.order }}' } });
const items = [{ contactId: '1', text: 'Hello', order: 1 }];
const refusal =
	"'Send Once Per Key' needs n8n's store of processed items, which is not available here [item 0]";

describe("where n8n's store of processed items cannot be used", () => {
	it('nothing is sent that has a key', async () => {
		const { error } = await runNode({ credential: channel.credential(), parameters, items });

		expect(error?.message).toBe(refusal);
		expect(error?.description).toContain('Nothing was sent.');
		expect(channel.service.calls).toEqual([]);
	});

	it('an item with a key comes out as an item with an error where n8n continues', async () => {
		const result = await runNode({
			credential: channel.credential(),
			parameters,
			items,
			settings: { onError: 'continueErrorOutput' },
		});

		expect(result.errorItems).toMatchObject([{ json: { error: { message: refusal } } }]);
		expect(result.items).toEqual([]);
		expect(channel.service.calls).toEqual([]);
	});

	it('what has no key is sent', async () => {
		await runNode({ credential: channel.credential(), parameters: sendText(), items });

		expect(channel.service.messages).toHaveLength(1);
	});
});
