import codex from '../../nodes/ChannelMessaging/ChannelMessaging.node.json';
import triggerCodex from '../../nodes/ChannelMessagingTrigger/ChannelMessagingTrigger.node.json';
import manifest from '../../package.json';

// What n8n asks of a package is looked after by `npm run lint` and `npm run scan`.
it('the version of every tool is fixed', () => {
	for (const version of Object.values(manifest.devDependencies)) {
		expect(version).toMatch(/^\d+\.\d+\.\d+$/);
	}
});

it.each([codex, triggerCodex])('$node stands in a category of n8n', ({ categories }) => {
	expect(categories).toEqual(['Communication']);
});
