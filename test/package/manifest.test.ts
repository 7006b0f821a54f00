import codex from '../../nodes/ChannelMessaging/ChannelMessaging.node.json';
import triggerCodex from '../../nodes/ChannelMessagingTrigger/ChannelMessagingTrigger.node.json';
import manifest from '../../package.json';

// `npm run lint` and `npm run scan` check n8n's requirements for packages.
it('package.json pins the version of every development dependency', () => {
	for (const version of Object.values(manifest.devDependencies)) {
		expect(version).toMatch(/^\d+\.\d+\.\d+$/);
	}
});

it.each([codex, triggerCodex])(
	'The codex file of $node has a category of n8n',
	({ categories }) => {
		expect(categories).toContain('Communication');
	},
);
