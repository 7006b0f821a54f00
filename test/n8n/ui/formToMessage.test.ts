import { type Execution, waitFor } from '../../support/n8n';
import { testEnvironment } from '../../support/fixtures/testEnvironment';
import type { Editor } from './editor/editor';
import type { NodeView } from './editor/nodeView';
import { expect, test } from './fixture/test';

const name = 'Ana';
const phone = '+15550109003';
const phoneAsTyped = '(555) 010-9003';

async function askForNameAndPhone({ canvas, nodesPanel, nodeView }: Editor): Promise<string> {
	await canvas.addFirstStep();
	await nodesPanel.add('n8n Form', 'On new n8n Form event');
	await nodeView.parameters.enter('formTitle', 'Book a table');
	for (const [row, question] of ['Name', 'Phone'].entries()) {
		await nodeView.parameters.addRow('formFields');
		await nodeView.parameters.enter('fieldLabel', question, row);
	}
	const url = await nodeView.productionUrl();
	await nodeView.close();
	return url;
}

async function saveContact({
	canvas,
	credentialDialog,
	nodesPanel,
	nodeView,
}: Editor): Promise<void> {
	const { service } = testEnvironment();
	await canvas.addNextStep();
	await nodesPanel.add('Channel Messaging', 'Create or update contact');
	await nodeView.createCredential();
	await credentialDialog.parameters.enter('baseUrl', service.url);
	await credentialDialog.parameters.enter('token', service.token);
	await credentialDialog.save();
	await credentialDialog.waitForSuccess();
	await credentialDialog.close();
	await nodeView.parameters.enter('fieldValue', '={{ $json.Phone }}');
	await nodeView.parameters.addRow('customFields');
	await nodeView.parameters.locator('name').search('firstName');
	await nodeView.parameters.locator('name').select('firstName');
	await nodeView.parameters.enter('value', '={{ $json.Name }}');
	await chooseDefaultCountry(nodeView);
	await nodeView.close();
}

async function chooseDefaultCountry({ parameters }: NodeView): Promise<void> {
	await parameters.addOption('Default Country');
	await parameters.choose('defaultCountry', 'United States (+1)');
}

async function tagContact({ canvas, nodesPanel, nodeView }: Editor): Promise<void> {
	await canvas.addNextStep();
	await nodesPanel.add('Channel Messaging', 'Add tags to contact');
	await nodeView.parameters.locator('contactId').enter('By ID', '={{ $json.id }}');
	await nodeView.parameters.enter('name', 'lead');
	await nodeView.close();
}

async function sendQuestion({ canvas, nodesPanel, nodeView }: Editor): Promise<void> {
	const { parameters } = nodeView;
	await canvas.addNextStep();
	await nodesPanel.add('Channel Messaging', 'Send message');
	await parameters
		.locator('contactId')
		.enter('Phone', "={{ $('On form submission').item.json.Phone }}");
	await parameters.choose('messageType', 'Quick Reply');
	await parameters.enter('title', "=Hello {{ $('On form submission').item.json.Name }}, when?");
	await parameters.enter('text', 'Lunch');
	await parameters.addRow('replies');
	await parameters.enter('text', 'Dinner', 1);
	await chooseDefaultCountry(nodeView);
	await nodeView.close();
}

/** Waits for the execution that the form started. */
async function productionExecution(): Promise<Execution> {
	const { client } = testEnvironment();
	const id = await waitFor('the form to start an execution', async () => {
		const executions = await client.listExecutions();
		return executions.find(({ mode }) => mode !== 'manual')?.id;
	});
	return await client.waitForExecution(id);
}

test('a workflow built in the editor saves a form, tags the contact, and sends a message', async ({
	browserWindow,
	editor,
	service,
}) => {
	await editor.openEmptyWorkflow();
	const url = await askForNameAndPhone(editor);
	await saveContact(editor);
	await tagContact(editor);
	await sendQuestion(editor);
	await editor.canvas.publish();
	const form = await browserWindow.newPage();

	await form.goto(url);
	await form.getByLabel('Name').fill(name);
	await form.getByLabel('Phone').fill(phoneAsTyped);
	await form.getByRole('button', { name: 'Submit' }).click();
	await expect(form.getByText('Your response has been recorded')).toBeVisible();
	await form.close();
	expect((await productionExecution()).status).toBe('success');

	const contacts = service.contacts.findByField('phone', phone);
	expect(contacts).toMatchObject([{ custom_fields: { firstName: name, phone }, tags: ['lead'] }]);
	expect(service.messages.map(({ contactId, item }) => ({ contactId, item }))).toEqual([
		{
			contactId: contacts[0]?.id,
			item: {
				type: 'quick_reply',
				title: `Hello ${name}, when?`,
				replies: ['Lunch', 'Dinner'],
			},
		},
	]);
});
