import { nodeName, workflowOf } from '../../support/running/workflow';
import { contactOperation } from '../../support/running/parameters';
import { theRunning } from '../../support/running/running';
import { addChannelMessaging } from './fixture/addChannelMessaging';
import { inEditor } from './fixture/inEditor';

/** How a user names custom fields. */
export function customFields(): void {
	inEditor('Map Automatically says what it does', async (editor) => {
		await addChannelMessaging(editor, 'Create or update contact');

		await editor.nodeView.parameters.choose('mappingMode', 'Map Automatically');

		await editor.page.getByText('(row_number, submittedAt, formMode) is left out').waitFor();
	});

	inEditor('a name that was saved as text is shown, and found by', async (editor) => {
		const { client, service } = theRunning();
		const [contact] = service.contacts.all();
		const phone = contact?.custom_fields['phone'] ?? '';
		const parameters = contactOperation('upsert', { fieldName: 'phone', fieldValue: phone });
		const { id } = await client.createWorkflow(workflowOf({ parameters }));

		await editor.openWorkflow(id);
		await editor.canvas.open(nodeName);

		expect(await editor.nodeView.parameters.locator('fieldName').chosen()).toBe('phone');
		expect(await editor.nodeView.parameters.issue('fieldName').count()).toBe(0);
		await editor.nodeView.execute();
		await editor.nodeView.outputAsJson(/unchanged/);
	});
}
