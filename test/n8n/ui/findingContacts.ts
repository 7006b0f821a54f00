import type { WorkflowNode } from '../../support/n8n';
import { contact, sendText } from '../../support/fixtures/parameters';
import { testEnvironment } from '../../support/fixtures/testEnvironment';
import { nodeName, workflowOf } from '../../support/fixtures/nodeWorkflow';
import { addChannelMessaging } from './fixture/addChannelMessaging';
import { editorTest } from './fixture/editorTest';

/** Ways to choose a contact. */
export function findingContacts(): void {
	editorTest('the list finds a contact, and its hint selects none', async (editor) => {
		const { service } = testEnvironment();
		const [contact] = service.contacts.all();
		const { parameters } = editor.nodeView;
		await addChannelMessaging(editor, 'Send message');
		const contactParameter = parameters.locator('contactId');
		const hint = 'Type a name, phone, email, ID, or city=Lugo';

		await contactParameter.open();
		expect(await contactParameter.entries()).toEqual([hint]);
		await contactParameter.select(hint);
		await parameters.enter('text', 'Hello from the list');
		await editor.nodeView.execute();
		await editor.waitForNotice('The workflow has issues');
		expect(service.requests).toEqual([]);

		await contactParameter.open();
		await contactParameter.typeSearch(contact?.custom_fields['phone'] ?? '');
		await contactParameter.waitForEntry('Amara Okafor');
		expect(await contactParameter.entries()).toHaveLength(1);
		await contactParameter.select('Amara Okafor');
		expect(await contactParameter.value()).toContain('Amara Okafor');
		await editor.nodeView.execute();
		await editor.nodeView.waitForSuccess();
		expect(service.messages).toMatchObject([
			{ contactId: contact?.id, item: { text: 'Hello from the list' } },
		]);
	});

	editorTest('the list asks for the complete value if it finds no contact', async (editor) => {
		const { service } = testEnvironment();
		const { parameters } = editor.nodeView;
		const hint = 'Enter the complete value';
		await addChannelMessaging(editor, 'Send message');
		const contact = parameters.locator('contactId');
		await contact.open();
		await contact.typeSearch('Ama');
		await contact.waitForEntry(hint);
		await contact.select(hint);
		await parameters.enter('text', 'Hello');
		service.reset();

		await editor.nodeView.execute();
		await editor.waitForNotice('The workflow has issues');
		expect(service.requests).toEqual([]);
	});

	editorTest(
		'a phone number in By ID is rejected with a hint to the mode Phone',
		async (editor) => {
			const { parameters } = editor.nodeView;
			await addChannelMessaging(editor, 'Send message');
			await parameters.locator('contactId').enter('By ID', '+34 600 000 001');
			await parameters.enter('text', 'Hello');

			await editor.nodeView.execute();
			const { message, description } = await editor.nodeView.error();
			expect(message).toContain("'+34 600 000 001', which looks like a phone number");
			expect(description).toContain("Choose 'Phone' as the mode of 'Contact'");
			expect(testEnvironment().service.requests).toEqual([]);
		},
	);

	editorTest('an expression in fixed text is rejected before it is sent', async (editor) => {
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
		const { message, description } = await editor.nodeView.error();
		expect(message).toContain("'Text' is fixed text, but contains an expression");
		expect(description).toContain("Switch 'Text' to Expression.");
		expect(service.messages).toEqual([]);
	});

	editorTest(
		'Test Without Sending skips contacts that are not found and sends no message',
		async (editor) => {
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
			await editor.nodeView.waitForSuccess();
			await editor.nodeView.waitForJson(/Skipped: No contact has the phone '\+15550100000'/);

			const [contact] = service.contacts.all();
			await parameters.locator('contactId').enter('Phone', contact?.custom_fields['phone'] ?? '');
			await editor.nodeView.execute();
			await editor.nodeView.waitForJson(/checked/);
			await editor.page.getByText("Nothing was sent: 'Test Without Sending' is on").waitFor();
			expect(service.messages).toEqual([]);
		},
	);
}
