import type { WorkflowNode } from '../../support/n8n';
import { contact, sendText } from '../../support/fixtures/parameters';
import { testEnvironment } from '../../support/fixtures/testEnvironment';
import { nodeName, workflowOf } from '../../support/fixtures/nodeWorkflow';
import { addChannelMessaging } from './fixture/addChannelMessaging';
import { editorTest } from './fixture/editorTest';

/** How a user says whom a message is for. */
export function findingContacts(): void {
	editorTest('a contact is found in the list, whose advice chooses nobody', async (editor) => {
		const { service } = testEnvironment();
		const [contact] = service.contacts.all();
		const { parameters } = editor.nodeView;
		await addChannelMessaging(editor, 'Send message');
		const contactParameter = parameters.locator('contactId');
		const advice = 'Type a name, phone, email, ID, or city=Lugo';

		await contactParameter.open();
		expect(await contactParameter.listed()).toEqual([advice]);
		await contactParameter.take(advice);
		await parameters.enter('text', 'Hello from the list');
		await editor.nodeView.execute();
		await editor.notice('The workflow has issues');
		expect(service.requests).toEqual([]);

		await contactParameter.open();
		await contactParameter.typeSearch(contact?.custom_fields['phone'] ?? '');
		await contactParameter.shows('Amara Okafor');
		expect(await contactParameter.listed()).toHaveLength(1);
		await contactParameter.take('Amara Okafor');
		expect(await contactParameter.chosen()).toContain('Amara Okafor');
		await editor.nodeView.execute();
		await editor.nodeView.succeeded();
		expect(service.messages).toMatchObject([
			{ contactId: contact?.id, item: { text: 'Hello from the list' } },
		]);
	});

	editorTest('a list that finds nothing asks for the complete value', async (editor) => {
		const { service } = testEnvironment();
		const { parameters } = editor.nodeView;
		const hint = 'Enter the complete value';
		await addChannelMessaging(editor, 'Send message');
		const contact = parameters.locator('contactId');
		await contact.open();
		await contact.typeSearch('Ama');
		await contact.shows(hint);
		await contact.take(hint);
		await parameters.enter('text', 'Hello');
		service.reset();

		await editor.nodeView.execute();
		await editor.notice('The workflow has issues');
		expect(service.requests).toEqual([]);
	});

	editorTest('a phone number is no ID, and the message names the mode', async (editor) => {
		const { parameters } = editor.nodeView;
		await addChannelMessaging(editor, 'Send message');
		await parameters.locator('contactId').enter('By ID', '+34 600 000 001');
		await parameters.enter('text', 'Hello');

		await editor.nodeView.execute();
		const { message, description } = await editor.nodeView.failure();
		expect(message).toContain("'+34 600 000 001', which looks like a phone number");
		expect(description).toContain("Choose 'Phone' as the mode of 'Contact'");
		expect(testEnvironment().service.requests).toEqual([]);
	});

	editorTest('an expression in fixed text does not reach the contact', async (editor) => {
		const { client, service } = testEnvironment();
		const contactId = contact(service.contacts.all()[0]?.id ?? '');
		// The editor turns typed braces into an expression, but not those of saved workflows.
		const parameters = sendText({ contactId, text: 'Hi {{ $json.Name }}' });
		const workflow = workflowOf({ parameters });
		const nodes = workflow.nodes.map(
			(node, index): WorkflowNode => ({ ...node, position: [index * 220, 0] }),
		);
		const { id } = await client.createWorkflow({ ...workflow, nodes });
		await editor.openWorkflow(id);
		await editor.canvas.open(nodeName);

		await editor.nodeView.execute();
		const { message, description } = await editor.nodeView.failure();
		expect(message).toContain("'Text' is fixed text, but contains an expression");
		expect(description).toContain("Switch 'Text' to Expression.");
		expect(service.messages).toEqual([]);
	});

	editorTest('a campaign is checked, and somebody who is not found is skipped', async (editor) => {
		const { service } = testEnvironment();
		const { parameters } = editor.nodeView;
		await addChannelMessaging(editor, 'Send message');
		await parameters.locator('contactId').enter('Phone', '+1 555-010-0000');
		await parameters.enter('text', 'Hello');
		for (const label of ['Test Without Sending', 'If Contact Not Found']) {
			await parameters.addOption(label);
		}
		await parameters.choose('ifContactNotFound', 'Skip');

		await editor.nodeView.execute();
		await editor.nodeView.succeeded();
		await editor.nodeView.outputAsJson(/Skipped: No contact has the phone '\+15550100000'/);

		const [contact] = service.contacts.all();
		await parameters.locator('contactId').enter('Phone', contact?.custom_fields['phone'] ?? '');
		await editor.nodeView.execute();
		await editor.nodeView.outputAsJson(/checked/);
		await editor.page.getByText("Nothing was sent: 'Test Without Sending' is on").waitFor();
		expect(service.messages).toEqual([]);
	});
}
