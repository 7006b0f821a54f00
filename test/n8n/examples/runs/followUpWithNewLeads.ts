import { waitFor } from '../../../support/n8n';
import { testEnvironment } from '../../../support/fixtures/testEnvironment';
import { pollNow } from '../../../support/fixtures/publishedTrigger';
import { contacts, importExample, received } from '../importedExample';

/** A lead who becomes a customer within the hour gets no message. */
export async function followUpWithNewLeads(): Promise<void> {
	const { client } = testEnvironment();
	const changes: Readonly<Record<string, object>> = {
		'Wait an hour': { amount: 10, unit: 'seconds' },
	};
	const workflow = await importExample('follow-up-with-new-leads', {
		change: (node) => ({ ...node, parameters: { ...node.parameters, ...changes[node.name] } }),
	});
	await pollNow(workflow.id);
	const [lead, customer] = contacts().all();
	for (const { id = '' } of [{ ...lead }, { ...customer }]) {
		contacts().removeTags(id, ['customer']);
		contacts().update(id, [{ name: 'status', value: 'lead' }]);
	}
	// Both contacts became leads, so one poll finds both.
	await pollNow(workflow.id);
	await waitFor('the poll to find the leads', async () =>
		(await client.listExecutions(workflow.id)).at(0),
	);

	contacts().addTags(customer?.id ?? '', ['customer']);

	await waitFor('the end of the hour', () => received().length > 0);
	await client.deactivateWorkflow(workflow.id);
	const executions = await client.listExecutions(workflow.id);
	for (const { id } of executions) await client.waitForExecution(id);
	expect(received()).toEqual([
		{
			contactId: lead?.id,
			item: { type: 'text', text: 'Hello Amara, can we help you choose?' },
		},
	]);
}
