import { channelMessagingNode, nodeName } from '../../support/fixtures/nodeWorkflow';
import { contactOperation } from '../../support/fixtures/parameters';
import { addChannelMessaging } from './fixture/addChannelMessaging';
import { expect, test } from './fixture/test';

test('Map Automatically lists the fields that it ignores', async ({ editor }) => {
	await addChannelMessaging(editor, 'Create or update contact');

	await editor.nodeView.parameters.choose('mappingMode', 'Map Automatically');

	await expect(
		editor.page.getByText('(row_number, submittedAt, formMode, formQueryParameters) are left out'),
	).toBeVisible();
});

test('Input Fields shows its list only for Selected and All Except', async ({ editor }) => {
	const { parameters } = editor.nodeView;
	await addChannelMessaging(editor, 'Create contact');
	await parameters.choose('mappingMode', 'Map Automatically');
	const list = parameters.input('inputFieldNames');
	await expect(parameters.input('inputFields')).toBeVisible();
	await expect(list).toHaveCount(0);

	for (const choice of ['Selected', 'All Except']) {
		await parameters.choose('inputFields', choice);
		await expect(list).toBeVisible();
	}
});

test('Match On is set to phone by default', async ({ editor }) => {
	await addChannelMessaging(editor, 'Create or update contact');

	await expect(editor.nodeView.parameters.locator('fieldName').box).toHaveValue('phone');
	await expect(editor.nodeView.parameters.issue('fieldName')).toHaveCount(0);
});

test('a field name that was saved as text is shown without an issue', async ({
	editor,
	environment,
}) => {
	const parameters = contactOperation('upsert', { fieldName: 'phone', fieldValue: '+1' });
	const nodes = [channelMessagingNode(parameters)];
	const saved = { name: 'Saved as text', nodes, connections: {} };
	const { id } = await environment.client.createWorkflow(saved);

	await editor.openWorkflow(id);
	await editor.canvas.open(nodeName);

	await expect(editor.nodeView.parameters.locator('fieldName').box).toHaveValue('phone');
	await expect(editor.nodeView.parameters.issue('fieldName')).toHaveCount(0);
});
