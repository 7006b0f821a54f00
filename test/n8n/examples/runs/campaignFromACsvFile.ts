import { theRunning } from '../../../support/running/running';
import { outputOf } from '../../../support/n8n';
import {
	contacts,
	enterForm,
	firstExecution,
	importExample,
	phoneOf,
	received,
} from '../importedExample';

/** Every row gets a message; the row of nobody comes out at the error output. */
export async function campaignFromACsvFile(): Promise<void> {
	const { client } = theRunning();
	const workflow = await importExample('campaign-from-a-csv-file');
	await client.activateWorkflow(workflow.id);
	const rows = ['phone,name', `${phoneOf(0)},Ana`, '+15550100000,Nobody', `${phoneOf(1)},Ben`];

	await enterForm('campaign-form', [new Blob([rows.join('\n')], { type: 'text/csv' })]);

	const execution = await firstExecution(workflow.id);
	expect(execution.status).toBe('success');
	const [ana, ben] = contacts().all();
	// Messages to different contacts go at the same time, so they may arrive in any order.
	expect(
		received()
			.map(({ contactId }) => contactId)
			.sort(),
	).toEqual([ana?.id, ben?.id]);
	expect(outputOf(execution, 'Count the Sent')).toMatchObject([{ json: { count_status: 2 } }]);
	expect(outputOf(execution, 'Send Offer', 1)).toMatchObject([
		{
			json: {
				name: 'Nobody',
				phone: '+15550100000',
				error: {
					message: "No contact has the phone '+15550100000' [item 1]",
					outcome: 'notDone',
				},
			},
		},
	]);
	expect(outputOf(execution, 'File of the Unsent')).toHaveLength(1);
}
