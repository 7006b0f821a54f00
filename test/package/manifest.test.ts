import codex from '../../nodes/ChannelMessaging/ChannelMessaging.node.json';
import triggerCodex from '../../nodes/ChannelMessagingTrigger/ChannelMessagingTrigger.node.json';
import manifest from '../../package.json';

// What n8n asks of a package is looked after by `npm run lint` and `npm run scan`.
describe('the package', () => {
	it('fixes the version of every tool', () => {
		for (const version of Object.values(manifest.devDependencies)) {
			expect(version).toMatch(/^\d+\.\d+\.\d+$/);
		}
	});
});

/** The closed list of n8n's documentation, "Codex files", as of n8n 2. */
const documentedCategories = [
	'Analytics',
	'Communication',
	'Data & Storage',
	'Development',
	'Finance & Accounting',
	'Marketing & Content',
	'Miscellaneous',
	'Productivity',
	'Sales',
	'Utility',
];

describe.each([codex, triggerCodex])('the codex of $node', ({ categories }) => {
	it('names categories that n8n documents', () => {
		expect(categories).not.toEqual([]);
		expect(documentedCategories).toEqual(expect.arrayContaining(categories));
	});
});
