import { N8nHttpError, waitFor } from '../../../support/n8n';
import { testEnvironment, wrongToken } from '../../../support/fixtures/testEnvironment';
import { publishTrigger, triggerWorkflow } from '../../../support/fixtures/publishedTrigger';
import { leads, setStatus, unpublishAfterEach } from './events';

const matches = { event: 'contactMatches', ...leads };

/** The service returns 25 contacts per page. */
const contactsOnThreePages = 60;

function createLeads(count: number): void {
	const { contacts } = testEnvironment().service;
	for (let created = 0; created < count; created += 1) {
		contacts.create([{ name: 'status', value: 'lead' }]);
	}
}

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

/** Tests with restarts, invalid credentials, and the editor. */
export function triggerLifecycle(): void {
	unpublishAfterEach();

	test('Include Existing Contacts reports each existing contact once', async () => {
		createLeads(contactsOnThreePages);
		const trigger = await publishTrigger({ ...matches, includeExisting: true });

		expect(await trigger.waitForEvents(contactsOnThreePages)).toEqual(
			testEnvironment().service.contacts.findByField('status', 'lead'),
		);
	});

	test('reports a change during a restart of n8n, and no event twice', async () => {
		const trigger = await publishTrigger(matches);
		const before = setStatus(0, 'lead');
		await trigger.waitForEvents(1);

		const restarted = testEnvironment().restart();
		const meanwhile = setStatus(1, 'lead');
		await restarted;

		expect(await trigger.waitForEvents(2)).toEqual([before, meanwhile]);
	});

	test('reports a change that happened while the workflow was unpublished', async () => {
		const { client } = testEnvironment();
		const trigger = await publishTrigger({ event: 'contactStopsMatching', ...leads });
		// Polls save these contacts and report no event.
		setStatus(0, 'lead');
		setStatus(1, 'lead');
		await trigger.waitForPolls(2);

		await client.deactivateWorkflow(trigger.workflowId);
		const stopped = setStatus(0, 'customer');
		await client.activateWorkflow(trigger.workflowId);

		expect(await trigger.waitForEvents(1)).toEqual([stopped]);
	});

	test('an invalid token prevents publication, and fails the polls of a published workflow', async () => {
		const { client, credential, credentialData } = testEnvironment();
		const { id, name, type } = credential;
		const setToken = async (token: unknown) =>
			await client.updateCredential(id, { name, type, data: { ...credentialData, token } });
		try {
			await setToken(wrongToken);
			const publicationError = await publishTrigger(matches).catch((error: unknown) => error);
			expect(publicationError).toBeInstanceOf(N8nHttpError);
			expect(String(publicationError)).toContain('API Token is invalid');
			await setToken(credentialData['token']);
			const trigger = await publishTrigger(matches);

			await setToken(wrongToken);
			expect(await errorOfFailedPoll(trigger.workflowId)).toBe('API Token is invalid');
			const contact = setStatus(0, 'lead');
			await setToken(credentialData['token']);

			expect(await trigger.waitForEvents(1)).toEqual([contact]);
		} finally {
			await setToken(credentialData['token']);
		}
	});

	test('a test run in the editor returns one contact, and saves no state', async () => {
		const { client, service } = testEnvironment();
		const contact = setStatus(0, 'lead');
		const workflow = await client.createWorkflow(
			triggerWorkflow({ event: 'contactChanges', ...leads }),
		);

		const { nodeExecutions } = await client.runWorkflow(workflow);

		const { custom_fields, tags } = contact ?? {};
		expect(nodeExecutions['Follow Up']?.[0]?.outputs).toMatchObject([
			[{ json: { ...contact, before: { custom_fields, tags } } }],
		]);
		expect(service.requests).toHaveLength(1);
		expect((await client.getWorkflow(workflow.id))['staticData']).toBeFalsy();
	});

	test('a test run in the editor fails if no contact matches', async () => {
		const { error } = await testEnvironment().client.runWorkflow(triggerWorkflow(matches));

		expect(error?.message).toBe("No contact has the status 'lead', so there is no test event");
	});
}
