import type { WorkflowNode } from '../../support/n8n';
import { contact, sendText } from '../../support/fixtures/parameters';
import { nodeName, workflowOf } from '../../support/fixtures/nodeWorkflow';
import { addChannelMessaging } from './fixture/addChannelMessaging';
import { expect, test } from './fixture/test';

test('the list finds a contact, and its hint selects none', async ({ editor, service }) => {
	const [contact] = service.contacts.all();
	const { parameters } = editor.nodeView;
	await addChannelMessaging(editor, 'Send message');
	const contactParameter = parameters.locator('contactId');
	const hint = 'Type a name, phone, email, ID, or city=Lugo';

	await contactParameter.open();
	await expect(contactParameter.entries).toHaveText([hint]);
	await contactParameter.select(hint);
	await parameters.enter('text', 'Hello from the list');
	await editor.nodeView.execute();
	await editor.waitForNotice('The workflow has issues');
	expect(service.requests).toEqual([]);

	await contactParameter.open();
	await contactParameter.typeSearch(contact?.custom_fields['phone'] ?? '');
	await expect(contactParameter.entries).toHaveText([/Amara Okafor/]);
	await contactParameter.select('Amara Okafor');
	await expect(contactParameter.box).toHaveValue(/Amara Okafor/);
	await editor.nodeView.execute();
	await editor.nodeView.waitForSuccess();
	expect(service.messages).toMatchObject([
		{ contactId: contact?.id, item: { text: 'Hello from the list' } },
	]);
});

test('the list asks for the complete value if it finds no contact', async ({ editor, service }) => {
	const { parameters } = editor.nodeView;
	const hint = 'Enter the complete value';
	await addChannelMessaging(editor, 'Send message');
	const contact = parameters.locator('contactId');
	await contact.open();
	await contact.typeSearch('Ama');
	await expect(contact.entries).toHaveText([/^Enter the complete value/]);
	await contact.select(hint);
	await parameters.enter('text', 'Hello');
	service.reset();

	await editor.nodeView.execute();
	await editor.waitForNotice('The workflow has issues');
	expect(service.requests).toEqual([]);
});

test('a phone number in By ID is rejected with a hint to the mode Phone', async ({
	editor,
	service,
}) => {
	const { parameters } = editor.nodeView;
	await addChannelMessaging(editor, 'Send message');
	await parameters.locator('contactId').enter('By ID', '+34 600 000 001');
	await parameters.enter('text', 'Hello');

	await editor.nodeView.execute();
	const { message, description } = await editor.nodeView.error();
	expect(message).toContain("'+34 600 000 001', which looks like a phone number");
	expect(description).toContain("Choose 'Phone' as the mode of 'Contact'");
	expect(service.requests).toEqual([]);
});

test('an expression in fixed text is rejected before it is sent', async ({
	editor,
	environment,
	service,
}) => {
	const { client } = environment;
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

test('Test Without Sending skips contacts that are not found and sends no message', async ({
	editor,
	service,
}) => {
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
	await expect(
		editor.page.getByText("Nothing was sent: 'Test Without Sending' is on"),
	).toBeVisible();
	expect(service.messages).toEqual([]);
});
