import { join } from 'node:path';
import { examplesFolder } from '../examples/exampleFiles';
import { expect, test } from './fixture/test';

test('the canvas shows a missing credential until one is selected', async ({ editor }) => {
	const { canvas, nodeView } = editor;
	await editor.openEmptyWorkflow();
	await canvas.import(join(examplesFolder, 'send-a-welcome-message', 'workflow.json'));

	await canvas.issue('Send welcome message').hover();
	await expect(
		editor.page.getByText('Credentials for Channel Messaging are not set'),
	).toBeVisible();

	await canvas.open('Send welcome message');
	await nodeView.chooseCredential('Channel Messaging account');
	await nodeView.close();
	await expect(canvas.issue('Send welcome message')).toBeHidden();
});
