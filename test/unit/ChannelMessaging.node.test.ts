import { ChannelMessaging } from '../../nodes/ChannelMessaging/ChannelMessaging.node';
import codex from '../../nodes/ChannelMessaging/ChannelMessaging.node.json';
import { operationFields } from '../../nodes/ChannelMessaging/operations';
import { ChannelMessagingTrigger } from '../../nodes/ChannelMessagingTrigger/ChannelMessagingTrigger.node';
import { name as packageName } from '../../package.json';

const { description } = new ChannelMessaging();

it('The node keeps the name and version that saved workflows contain', () => {
	expect(description).toMatchObject({
		displayName: 'Channel Messaging',
		name: 'channelMessaging',
		version: [1],
		defaultVersion: 1,
		defaults: { name: 'Channel Messaging' },
	});
});

it('The node and its trigger have the same description, because n8n shows only one', () => {
	expect(description.description).toBe(new ChannelMessagingTrigger().description.description);
});

it('The node is usable as a tool and has the parameters of all operations', () => {
	expect(description.usableAsTool).toBe(true);
	expect(description.properties).toBe(operationFields);
});

it('The codex file belongs to the node and links to documentation', () => {
	expect(codex.node).toBe(`${packageName}.${description.name}`);
	const { primaryDocumentation, credentialDocumentation } = codex.resources;
	for (const { url } of [...primaryDocumentation, ...credentialDocumentation]) {
		expect(url).toMatch(/^https:\/\//);
	}
});
