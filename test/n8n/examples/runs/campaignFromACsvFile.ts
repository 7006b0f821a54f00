import { testEnvironment } from '../../../support/fixtures/testEnvironment';
import { type Execution, outputOf } from '../../../support/n8n';
import {
	contacts,
	endForm,
	enterForm,
	firstExecution,
	importExample,
	phoneOf,
	received,
} from '../importedExample';

/** Uploads a file to the form. Returns the execution and the form's last page. */
async function upload(
	workflowId: string,
	rows: readonly string[],
): Promise<{ execution: Execution; page: string }> {
	const csv = ['phone,name', ...rows].join('\n');
	const url = await enterForm('campaign-form', [new Blob([csv], { type: 'text/csv' })]);
	const page = await endForm(url);
	return { execution: await firstExecution(workflowId), page };
}

/** Each row gets a message. The file on the last page contains rows without a contact. */
export async function campaignFromACsvFile(): Promise<void> {
	const { client } = testEnvironment();
	const workflow = await importExample('campaign-from-a-csv-file');
	await client.activateWorkflow(workflow.id);
	const [ana, ben, clara] = contacts().all();

	const mixed = await upload(workflow.id, [
		`${phoneOf(0)},Ana`,
		'+15550100000,Nobody',
		`${phoneOf(1)},Ben`,
	]);

	expect(mixed.execution.status).toBe('success');
	// Messages to different contacts are sent concurrently, in any order.
	expect(
		received()
			.map(({ contactId }) => contactId)
			.sort(),
	).toEqual([ana?.id, ben?.id]);
	expect(mixed.page).toContain('2 sent, 1 not sent');
	expect(mixed.page).toContain('not-sent.csv');
	const reason = "No contact has the phone '+15550100000' [item 1]";
	expect(outputOf(mixed.execution, 'List rows not sent').map(({ json }) => json)).toEqual([
		{
			phone: '+15550100000',
			name: 'Nobody',
			row: 3,
			reason,
			'what to do': expect.stringContaining('Create or Update') as string,
			sent: 'no',
		},
	]);

	const complete = await upload(workflow.id, [`${phoneOf(2)},Clara`]);

	expect(complete.execution.status).toBe('success');
	expect(received().map(({ contactId }) => contactId)).toContain(clara?.id);
	expect(complete.page).toContain('1 sent, 0 not sent');
}
