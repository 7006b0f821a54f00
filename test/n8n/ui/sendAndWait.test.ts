import type { IDataObject } from 'n8n-workflow';
import { waitFor } from '../../support/n8n';
import { testEnvironment } from '../../support/fixtures/testEnvironment';
import { nodeName, workflowOf } from '../../support/fixtures/nodeWorkflow';
import { sendAndWait } from '../../support/fixtures/parameters';
import { expect, test } from './fixture/test';

/** Creates a workflow with a question, and returns its ID. */
async function createWorkflow(items: IDataObject[]): Promise<string> {
	const workflow = workflowOf({ parameters: sendAndWait(), items });
	const nodes = workflow.nodes.map((node, index) => ({
		...node,
		position: [index * 240, 0] as [number, number],
	}));
	return (await testEnvironment().client.createWorkflow({ ...workflow, nodes })).id;
}

test('the editor warns of several items before the execution', async ({ editor }) => {
	const items = [{ contactId: '1' }, { contactId: '2' }];
	const id = await createWorkflow(items);
	await editor.openWorkflow(id);
	await editor.canvas.open('Items');
	await editor.nodeView.execute();
	await editor.nodeView.waitForSuccess();
	await editor.nodeView.close();

	await editor.canvas.open(nodeName);

	await expect(
		editor.nodeView.output().getByText('This operation accepts one item at a time'),
	).toBeVisible();
});

test('the editor warns of a link to localhost while the node waits', async ({
	editor,
	service,
}) => {
	const contactId = service.contacts.all()[0]?.id ?? '';
	await editor.openWorkflow(await createWorkflow([{ contactId }]));
	await editor.canvas.execute();
	await waitFor('the question', () => service.messages.length > 0);

	await editor.canvas.open(nodeName);

	await expect(
		editor.nodeView.output().getByText('The link in the message leads to localhost'),
	).toBeVisible();
});
