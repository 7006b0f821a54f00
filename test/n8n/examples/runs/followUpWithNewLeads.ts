import type { INodeParameters } from 'n8n-workflow';
import {
	everyFiveSeconds,
	publishAndAwaitPoll,
	waitForPolls,
} from '../../../support/fixtures/publishedTrigger';
import { testEnvironment } from '../../../support/fixtures/testEnvironment';
import { waitFor } from '../../../support/n8n';
import { amara, contactWith, importExample, jonas, received, text } from '../importedExample';

/** Parameters that make the example faster. */
const changes: Readonly<Record<string, INodeParameters>> = {
	'Find new leads': { pollTimes: everyFiveSeconds },
	'Wait an hour': { amount: 30, unit: 'seconds' },
};

/** A lead who becomes a customer within the hour gets no message. */
export async function followUpWithNewLeads(): Promise<void> {
	const { client, service } = testEnvironment();
	const workflow = await importExample('follow-up-with-new-leads', {
		change: (node) => ({ ...node, parameters: { ...node.parameters, ...changes[node.name] } }),
	});
	await publishAndAwaitPoll(workflow.id);
	await waitForPolls(1);
	const [lead, customer] = [contactWith(amara), contactWith(jonas)];
	for (const { id } of [lead, customer]) {
		service.contacts.removeTags(id, ['customer']);
		service.contacts.update(id, [{ name: 'status', value: 'lead' }]);
	}
	// Both contacts became leads, so one poll finds both.
	await waitFor('the poll to find the leads', async () =>
		(await client.listExecutions(workflow.id)).find(({ status }) => status !== 'error'),
	);

	service.contacts.addTags(customer.id, ['customer']);

	await waitFor('the end of the hour', () => received().length > 0);
	await client.deactivateWorkflow(workflow.id);
	const executions = await client.listExecutions(workflow.id);
	for (const { id } of executions) await client.waitForExecution(id);
	expect(received()).toEqual([text(amara, 'Hello Amara, can we help you choose?')]);
}
