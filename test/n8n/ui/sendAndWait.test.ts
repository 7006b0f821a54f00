import { testEnvironment } from '../../support/fixtures/testEnvironment';
import { nodeName, workflowOf } from '../../support/fixtures/nodeWorkflow';
import { sendAndWait } from '../../support/fixtures/parameters';
import { expect, test } from './test';

test('the editor warns about several items before an execution', async ({ editor }) => {
	const items = [{ contactId: '1' }, { contactId: '2' }];
	const workflow = workflowOf({ parameters: sendAndWait(), items });
	const nodes = workflow.nodes.map((node, index) => ({
		...node,
		position: [index * 240, 0] satisfies [number, number],
	}));
	const { id } = await testEnvironment().client.createWorkflow({ ...workflow, nodes });
	await editor.openWorkflow(id);
	await editor.openNode('Items');
	await editor.execute();
	await editor.waitForSuccess();
	await editor.closeNode();

	await editor.openNode(nodeName);

	await expect(editor.output.getByText('Accepts one item at a time')).toBeVisible();
});
