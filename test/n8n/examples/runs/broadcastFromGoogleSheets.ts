import { outputOf } from '../../../support/n8n';
import { testEnvironment } from '../../../support/fixtures/testEnvironment';
import { contacts, importExample, received } from '../importedExample';

/** Each unsent row gets a message and a status. */
export async function broadcastFromGoogleSheets(): Promise<void> {
	const workflow = await importExample('broadcast-from-google-sheets');
	const [amara, jonas] = contacts().all();

	const execution = await testEnvironment().client.runWorkflow(workflow);

	expect(execution.status).toBe('success');
	expect(
		received()
			.map(({ contactId }) => contactId)
			.sort(),
	).toEqual([amara?.id, jonas?.id].sort());
	expect(outputOf(execution, 'Set status').map(({ json }) => json)).toEqual([
		{ row_number: 2, status: 'sent' },
		{
			row_number: 3,
			status: "not sent: No contact has the phone '+15550109999' [item 1]",
		},
		{ row_number: 5, status: 'sent' },
	]);
}
