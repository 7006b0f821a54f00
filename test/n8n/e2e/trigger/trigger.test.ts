import { waitFor } from '../../../support/n8n';
import {
	onceAYear,
	publishTrigger,
	triggerWorkflow,
	waitForPolls,
} from '../../../support/fixtures/publishedTrigger';
import {
	testEnvironment,
	useN8n,
	withCredentialData,
	wrongToken,
} from '../../../support/fixtures/testEnvironment';
import { createContact, eventOf, newMatch, pagesOf, unpublishAfterEach } from './events';

jest.setTimeout(300_000);

useN8n();
unpublishAfterEach();

test('a restart of n8n loses no change, repeats no event, and reads no contacts before the next poll', async () => {
	await publishTrigger({ ...newMatch('idle'), pollTimes: onceAYear });
	const trigger = await publishTrigger(newMatch('lead'));
	await waitForPolls(1);
	const before = createContact('lead');
	await trigger.waitForEvents(1);

	await testEnvironment().n8n.stop();
	const meanwhile = createContact('lead');
	await testEnvironment().restart();

	expect(await trigger.waitForEvents(2)).toEqual([eventOf(before), eventOf(meanwhile)]);
	expect(pagesOf('idle')).toEqual([1]);
});

/** Waits for a failed execution, and returns its error message. */
async function errorOfFailedPoll(workflowId: string): Promise<string | undefined> {
	const { client } = testEnvironment();
	const id = await waitFor(
		'a failed execution',
		async () =>
			(await client.listExecutions(workflowId)).find(({ status }) => status === 'error')?.id,
	);
	return (await client.waitForExecution(id)).error?.message;
}

test('an invalid token prevents publication, and fails the polls of a published workflow', async () => {
	await withCredentialData({ token: wrongToken }, async () => {
		await expect(publishTrigger(newMatch('lead'))).rejects.toThrow('API Token is invalid');
	});
	const trigger = await publishTrigger(newMatch('lead'));
	await waitForPolls(1);

	const contact = await withCredentialData({ token: wrongToken }, async () => {
		expect(await errorOfFailedPoll(trigger.workflowId)).toBe('API Token is invalid');
		return createContact('lead');
	});

	expect(await trigger.waitForEvents(1)).toEqual([eventOf(contact)]);
});

test('a test run in the editor returns a matching contact', async () => {
	const contact = createContact('lead');

	const workflow = triggerWorkflow(newMatch('lead'));
	const { nodeExecutions } = await testEnvironment().client.runWorkflow(workflow);

	expect(nodeExecutions['Follow Up']?.[0]?.outputs).toMatchObject([[{ json: eventOf(contact) }]]);
});
