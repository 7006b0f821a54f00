import { join } from 'node:path';
import { examplesFolder } from '../examples/exampleFiles';
import { expect, test } from './fixture/test';

test('the canvas shows a missing credential until one is selected', async ({ editor }) => {
	const { nodeView, page } = editor;
	await editor.openEmptyWorkflow();
	await editor.import(join(examplesFolder, 'send-a-welcome-message', 'workflow.json'));
	const node = editor.node('Send welcome message');
	const issue = node.getByTestId('node-issues');

	await issue.hover();
	await expect(page.getByText('Credentials for Channel Messaging are not set')).toBeVisible();

	await node.dblclick();
	await nodeView.chooseCredential('Channel Messaging account');
	await nodeView.close();
	await expect(issue).toBeHidden();
});
