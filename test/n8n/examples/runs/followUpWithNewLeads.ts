import type { INodeParameters } from 'n8n-workflow';
import {
	everyFiveSeconds,
	publishAndAwaitPoll,
	waitForPolls,
} from '../../../support/fixtures/publishedTrigger';
import { testEnvironment } from '../../../support/fixtures/testEnvironment';
import { hasEnded, outputOf, waitFor } from '../../../support/n8n';
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

const parameters: Readonly<Record<string, INodeParameters>> = {
	'Find new leads': { pollTimes: everyFiveSeconds },
	'Wait an hour': { amount: 30, unit: 'seconds' },
};

/**
 * A lead who becomes a customer within the hour gets no message, and no lead gets two. A lead who is
 * deleted doesn't affect the others.
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

	service.contacts.addTags(customer.id, ['Customer']);
	const fault = { kind: 'status', status: 404, message: 'Contact not found' } as const;
	service.faults.add({ match: { contactId: deleted.id }, times: null, fault });

	await waitFor('the end of the hour', () => received().length > 0);
	// The trigger reports the lead again.
	setField(lucia, 'status', 'new');
	await waitForPolls(2);
	setField(lucia, 'status', 'lead');
	const executions = await waitFor('the second event', async () => {
		const all = await client.listExecutions(workflow.id);
		const events = all.filter(({ status }) => status !== 'error');
		return events.length > 1 && events.every(hasEnded) && events;
	});
	await client.deactivateWorkflow(workflow.id);
	const ended = await Promise.all(executions.map(({ id }) => client.waitForExecution(id)));
	expect(received()).toEqual([text(lucia, 'Hello Lucía, can we help you choose?')]);
	const unreached = ended.flatMap(({ nodeExecutions }) =>
		(nodeExecutions['List leads not reached'] ?? []).flatMap(({ outputs }) => outputs.flat()),
	);
	expect(unreached.map(({ json }) => json)).toMatchObject([
		{ id: deleted.id, reason: expect.stringContaining('Contact not found') as string },
	]);
	const results = ended.flatMap((execution) => outputOf(execution, 'Send offer of help'));
	expect(results.map(({ json }) => json['reason'] ?? json['status']).sort()).toEqual(
		['Success', 'alreadyInCampaign', 'contactTagged'].sort(),
	);
}
