import { type Execution, waitFor } from '../../support/n8n';
import { testEnvironment } from '../../support/fixtures/testEnvironment';
import type { Service } from '../../support/service';
import type { Editor } from './editor';
import { expect, test } from './test';

const name = 'Ana';
const phone = '+15550109003';
const phoneAsTyped = '(555) 010-9003';

async function askForNameAndPhone(editor: Editor): Promise<string> {
	const { page, parameters } = editor;
	await editor.addNode('n8n Form', 'On new n8n Form event');
	await parameters.enter('formTitle', 'Book a table');
	for (const [row, question] of ['Name', 'Phone'].entries()) {
		await parameters.addRow('formFields');
		await parameters.enter('fieldLabel', question, row);
	}
	await page.getByTestId('radio-button-production').click();
	const url = (await page.locator('.webhook-url').innerText()).trim();
	await editor.closeNode();
	return url;
}

async function saveContact(editor: Editor, service: Service): Promise<void> {
	const { parameters } = editor;
	await editor.addNode('Channel Messaging', 'Create or update contact');
	await editor.createCredential({ baseUrl: service.url, token: service.token });
	await parameters.enter('fieldValue', '={{ $json.Phone }}');
	await parameters.addRow('customFields');
	await parameters.openList('name');
	await parameters.search('firstName');
	await parameters.select('firstName');
	await parameters.enter('value', '={{ $json.Name }}');
	await chooseDefaultCountry(editor);
	await editor.closeNode();
}

async function chooseDefaultCountry({ parameters }: Editor): Promise<void> {
	await parameters.addOption('Default Country');
	await parameters.choose('defaultCountry', 'United States (+1)');
}

async function tagContact(editor: Editor): Promise<void> {
	await editor.addNode('Channel Messaging', 'Add tags to contact');
	await editor.parameters.enterInMode('contactId', 'By ID', '={{ $json.id }}');
	await editor.parameters.enter('name', 'lead');
	await editor.closeNode();
}

async function sendQuestion(editor: Editor): Promise<void> {
	const { parameters } = editor;
	const answer = "$('On form submission').item.json";
	await editor.addNode('Channel Messaging', 'Send message');
	await parameters.enterInMode('contactId', 'Phone', `={{ ${answer}.Phone }}`);
	await parameters.choose('messageType', 'Quick Reply');
	await parameters.enter('title', `=Hello {{ ${answer}.Name }}, when?`);
	await parameters.enter('text', 'Lunch');
	await parameters.addRow('replies');
	await parameters.enter('text', 'Dinner', 1);
	await chooseDefaultCountry(editor);
	await editor.closeNode();
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
	editor,
	page: form,
	service,
}) => {
	await editor.startWorkflow();
	const url = await askForNameAndPhone(editor);
	await editor.addNextStep();
	await saveContact(editor, service);
	await editor.addNextStep();
	await tagContact(editor);
	await editor.addNextStep();
	await sendQuestion(editor);
	await editor.publish();

	await form.goto(url);
	await form.getByLabel('Name').fill(name);
	await form.getByLabel('Phone').fill(phoneAsTyped);
	await form.getByRole('button', { name: 'Submit' }).click();
	await expect(form.getByText('Your response has been recorded')).toBeVisible();
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
