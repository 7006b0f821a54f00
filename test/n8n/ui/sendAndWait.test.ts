import { testEnvironment } from '../../support/fixtures/testEnvironment';
import { nodeName, workflowOf } from '../../support/fixtures/nodeWorkflow';
import { sendAndWait } from '../../support/fixtures/parameters';
import { expect, test } from './fixture/test';

test('the editor warns about several items before an execution', async ({ editor }) => {
	const items = [{ contactId: '1' }, { contactId: '2' }];
	const workflow = workflowOf({ parameters: sendAndWait(), items });
	const nodes = workflow.nodes.map((node, index) => ({
		...node,
		position: [index * 240, 0] satisfies [number, number],
	}));
	const { id } = await testEnvironment().client.createWorkflow({ ...workflow, nodes });
	await editor.openWorkflow(id);
	await editor.node('Items').dblclick();
	await editor.nodeView.execute();
	await editor.nodeView.waitForSuccess();
	await editor.nodeView.close();

	await editor.node(nodeName).dblclick();

	await expect(editor.nodeView.output.getByText('Accepts one item at a time')).toBeVisible();
});
