import { channelMessagingNode, nodeName } from '../../support/fixtures/nodeWorkflow';
import { contactOperation } from '../../support/fixtures/parameters';
import { testEnvironment } from '../../support/fixtures/testEnvironment';
import { addChannelMessaging } from './fixture/addChannelMessaging';
import { editorTest } from './fixture/editorTest';

/** The parameters for custom fields. */
export function customFields(): void {
	editorTest('Map Automatically lists the fields that it ignores', async (editor) => {
		await addChannelMessaging(editor, 'Create or update contact');

		await editor.nodeView.parameters.choose('mappingMode', 'Map Automatically');

		await editor.page
			.getByText('(row_number, submittedAt, formMode, formQueryParameters) are left out')
			.waitFor();
	});

	editorTest('Input Fields shows its list only for Selected and All Except', async (editor) => {
		const { parameters } = editor.nodeView;
		await addChannelMessaging(editor, 'Create contact');
		await parameters.choose('mappingMode', 'Map Automatically');
		const list = parameters.input('inputFieldNames');
		await parameters.input('inputFields').waitFor();
		expect(await list.count()).toBe(0);

		for (const choice of ['Selected', 'All Except']) {
			await parameters.choose('inputFields', choice);
			await list.waitFor();
		}
	});

	editorTest('Match On is set to phone by default', async (editor) => {
		await addChannelMessaging(editor, 'Create or update contact');

		expect(await editor.nodeView.parameters.locator('fieldName').value()).toBe('phone');
		expect(await editor.nodeView.parameters.issue('fieldName').count()).toBe(0);
	});

	editorTest('a field name that was saved as text is shown without an issue', async (editor) => {
		const parameters = contactOperation('upsert', { fieldName: 'phone', fieldValue: '+1' });
		const nodes = [channelMessagingNode(parameters)];
		const saved = { name: 'Saved as text', nodes, connections: {} };
		const { id } = await testEnvironment().client.createWorkflow(saved);

		await editor.openWorkflow(id);
		await editor.canvas.open(nodeName);

		expect(await editor.nodeView.parameters.locator('fieldName').value()).toBe('phone');
		expect(await editor.nodeView.parameters.issue('fieldName').count()).toBe(0);
	});
}
