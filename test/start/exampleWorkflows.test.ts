import type { StoredWorkflow, Workflow } from '../n8n';
import { firstExample, provideExamples } from './exampleWorkflows';

const credential = { id: 'stored', name: 'Channel Messaging', type: 'channelMessagingApi' };

function fakeN8n() {
	const workflows: (StoredWorkflow & Pick<Workflow, 'nodes'>)[] = [];
	return {
		workflows,
		listWorkflows: () => Promise.resolve(workflows),
		createWorkflow: (workflow: Workflow) => {
			const stored = {
				id: String(workflows.length),
				versionId: '1',
				name: workflow.name,
				nodes: workflow.nodes.map((node) => ({ ...node })),
			};
			workflows.push(stored);
			return Promise.resolve(stored);
		},
	};
}

test('a second start adds nothing', async () => {
	const n8n = fakeN8n();
	const first = await provideExamples(n8n, credential);
	const second = await provideExamples(n8n, credential);
	expect(first.every(({ isNew }) => isNew)).toBe(true);
	expect(second).toEqual(first.map((example) => ({ ...example, isNew: false })));
	expect(n8n.workflows).toHaveLength(first.length);
	expect(first.map(({ name }) => name)).toContain(firstExample);
});

test('every node that names the credential gets the stored one', async () => {
	const n8n = fakeN8n();
	await provideExamples(n8n, credential);
	const named = n8n.workflows
		.flatMap(({ nodes }) => nodes)
		.filter(({ type }) => type.startsWith('n8n-nodes-channel-messaging.channelMessaging'));
	expect(named.length).toBeGreaterThan(0);
	for (const { credentials } of named) {
		expect(credentials).toEqual({
			channelMessagingApi: { id: credential.id, name: credential.name },
		});
	}
});
