import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { examplesFolder } from '../examples/exampleFiles';
import { importExample } from '../examples/importedExample';
import { expect, test } from './fixture/test';

const campaign = 'campaign-from-a-csv-file';

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

test('pinned data replaces the account of another service', async ({ editor, service }) => {
	const { canvas, nodeView } = editor;
	await editor.openEmptyWorkflow();
	await canvas.import(join(examplesFolder, 'broadcast-from-google-sheets', 'workflow.json'));
	await canvas.open('Send message');
	await nodeView.chooseCredential('Channel Messaging account');
	await nodeView.close();

	await canvas.execute();

	await editor.waitForNotice('Workflow executed successfully');
	expect(service.messages).toHaveLength(2);
});

test('the campaign form shows the counts and downloads the rows that were not sent', async ({
	browserWindow,
	environment,
}) => {
	const { client, n8n } = environment;
	await client.activateWorkflow((await importExample(campaign)).id);
	const form = await browserWindow.newPage();
	await form.goto(`${n8n.url}/form/campaign-form`);
	const recipients = join(examplesFolder, campaign, 'recipients.csv');
	await form.getByLabel('Recipients').setInputFiles(recipients);
	const [file] = await Promise.all([
		form.waitForEvent('download'),
		form.getByRole('button', { name: 'Submit' }).click(),
	]);

	await expect(form.getByText('2 sent, 1 not sent')).toBeVisible();
	expect(file.suggestedFilename()).toBe('not-sent.csv');
	const [headings, ...rows] = (await readFile(await file.path(), 'utf8')).trim().split('\n');
	expect(headings).toBe('phone,name,row,reason,what to do,sent');
	expect(rows).toEqual([expect.stringMatching(/^\+15550100000,Nobody,4,.*,no$/)]);
	await form.close();
});
