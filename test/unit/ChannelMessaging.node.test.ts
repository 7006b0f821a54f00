import { ChannelMessaging } from '../../nodes/ChannelMessaging/ChannelMessaging.node';
import codex from '../../nodes/ChannelMessaging/ChannelMessaging.node.json';
import { operationFields } from '../../nodes/ChannelMessaging/operations';
import { ChannelMessagingTrigger } from '../../nodes/ChannelMessagingTrigger/ChannelMessagingTrigger.node';
import { name as packageName } from '../../package.json';

const { description } = new ChannelMessaging();

describe('the node', () => {
	it('has the names that saved workflows rely on', () => {
		expect(description).toMatchObject({
			displayName: 'Channel Messaging',
			name: 'channelMessaging',
			version: [1],
			defaultVersion: 1,
			defaults: { name: 'Channel Messaging' },
		});
	});

	it("has the trigger's description, which n8n's panel shows for both", () => {
		const trigger = new ChannelMessagingTrigger().description;
		expect(description.description).toBe(trigger.description);
	});

	it('can be a tool of an agent', () => {
		expect(description.usableAsTool).toBe(true);
	});

	it('has the parameters of all operations', () => {
		expect(description.properties).toBe(operationFields);
	});
});

describe("the node's entry in n8n's catalogue", () => {
	it('is about this node of this package', () => {
		expect(codex.node).toBe(`${packageName}.${description.name}`);
	});

	it('leads to documentation', () => {
		const { primaryDocumentation, credentialDocumentation } = codex.resources;
		for (const { url } of [...primaryDocumentation, ...credentialDocumentation]) {
			expect(url).toMatch(/^https:\/\//);
		}
	});
});
