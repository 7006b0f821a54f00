import { waitFor } from '../../../support/n8n';
import { testEnvironment } from '../../../support/fixtures/testEnvironment';
import { pollNow } from '../../../support/fixtures/publishedTrigger';
import { contacts, importExample, received } from '../importedExample';

/** Of two new leads, the one who becomes a customer in time gets no message. */
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
	// One poll notices both: they became leads at once.
	await pollNow(workflow.id);
	await waitFor('the leads to be noticed', async () =>
		(await client.listExecutions(workflow.id)).at(0),
	);

	contacts().addTags(customer?.id ?? '', ['customer']);

	await waitFor('the hour to be over', () => received().length > 0);
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
