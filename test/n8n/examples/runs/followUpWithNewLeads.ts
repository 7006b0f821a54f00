import type { INodeParameters } from 'n8n-workflow';
import {
	everyFiveSeconds,
	publishAndAwaitPoll,
	waitForPolls,
} from '../../../support/fixtures/publishedTrigger';
import { testEnvironment } from '../../../support/fixtures/testEnvironment';
import { outputOf, waitFor } from '../../../support/n8n';
import {
	amara,
	contactWith,
	importExample,
	jonas,
	lucia,
	received,
	setField,
	text,
} from '../importedExample';

/** Parameters that make the example faster. */
const parameters: Readonly<Record<string, INodeParameters>> = {
	'Find new leads': { pollTimes: everyFiveSeconds },
	'Wait an hour': { amount: 30, unit: 'seconds' },
};

/**
 * A lead who becomes a customer within the hour gets no message. A lead who is deleted doesn't affect
 * the others.
 */
export async function followUpWithNewLeads(): Promise<void> {
	const { client, service } = testEnvironment();
	const workflow = await importExample('follow-up-with-new-leads', { parameters });
	const [deleted, customer] = [contactWith(amara), contactWith(jonas)];
	for (const phone of [amara, jonas, lucia]) setField(phone, 'status', 'new');
	await publishAndAwaitPoll(workflow.id);
	await waitForPolls(1);
	for (const phone of [amara, jonas, lucia]) {
		service.contacts.removeTags(contactWith(phone).id, ['customer']);
		setField(phone, 'status', 'lead');
	}
	// All contacts became leads, so one poll finds them.
	await waitFor('the poll to find the leads', async () =>
		(await client.listExecutions(workflow.id)).find(({ status }) => status !== 'error'),
	);

	service.contacts.addTags(customer.id, ['customer']);
	const fault = { kind: 'status', status: 404, message: 'Contact not found' } as const;
	service.faults.add({ match: { contactId: deleted.id }, times: null, fault });

	await waitFor('the end of the hour', () => received().length > 0);
	await client.deactivateWorkflow(workflow.id);
	const executions = await client.listExecutions(workflow.id);
	const ended = await Promise.all(executions.map(({ id }) => client.waitForExecution(id)));
	expect(received()).toEqual([text(lucia, 'Hello Lucía, can we help you choose?')]);
	const [execution] = ended.filter(({ nodeExecutions }) => 'Get latest contact' in nodeExecutions);
	if (execution === undefined) throw new Error('No execution found the leads');
	expect(outputOf(execution, 'List leads not reached').map(({ json }) => json)).toMatchObject([
		{ id: deleted.id, reason: expect.stringContaining('Contact not found') as string },
	]);
}
