import { useChannel } from '../engine/channel';
import { retryOnFail, sendText } from '../../support/fixtures/parameters';

const channel = useChannel({ acceptUnknownContacts: true });

it('Retry On Fail sends all messages if a 401 stopped the first attempt', async () => {
	channel.service.faults.add({ fault: { kind: 'status', status: 401 } });
	const items = ['One', 'Two'].map((text) => ({ contactId: '1', text }));

	await channel.runNode({ parameters: sendText(), items, settings: retryOnFail });

	expect(channel.texts).toEqual(['One', 'Two']);
	expect(channel.service.requests).toHaveLength(3);
});

it("'Retry When Unsure' resends a message after a lost connection", async () => {
	channel.service.faults.add({ fault: { kind: 'connectionLost', when: 'afterEffect' } });

	await channel.runNode({
		parameters: sendText({ contactId: '1', text: 'Hi', options: { resendWhenUnsure: true } }),
	});

	expect(channel.texts).toEqual(['Hi', 'Hi']);
});
