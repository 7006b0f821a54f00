import { N8nHttpError, waitFor } from '../../../support/n8n';
import { testEnvironment, wrongToken } from '../../../support/fixtures/testEnvironment';
import { publishTrigger, triggerWorkflow } from '../../../support/fixtures/publishedTrigger';
import { leads, setStatus, unpublishAfterEach } from './events';

const matches = { event: 'contactMatches', ...leads };

/** Three pages of contacts. */
const contactsOnThreePages = 60;

function createLeads(count: number): void {
	const { contacts } = testEnvironment().service;
	for (let created = 0; created < count; created += 1) {
		contacts.create([{ name: 'status', value: 'lead' }]);
	}
}

/** Waits until a poll has failed, and gives what n8n shows of it. */
async function failedPoll(workflowId: string): Promise<string | undefined> {
	const { client } = testEnvironment();
	const id = await waitFor(
		'a poll to fail',
		async () =>
			(await client.listExecutions(workflowId)).find(({ status }) => status === 'error')?.id,
	);
	return (await client.waitForExecution(id)).error?.message;
}

/** What happens to n8n, to the workflow and to the service between and during polls. */
export function triggerLifecycle(): void {
	unpublishAfterEach();

	test('existing contacts start it once each if they are included', async () => {
		createLeads(contactsOnThreePages);
		const trigger = await publishTrigger({ ...matches, includeExisting: true });

		expect(await trigger.waitForEvents(contactsOnThreePages)).toEqual(
			testEnvironment().service.contacts.findByField('status', 'lead'),
		);
	});

	test('what happened while n8n was down starts it once, and nothing starts it again', async () => {
		const trigger = await publishTrigger(matches);
		const before = setStatus(0, 'lead');
		await trigger.waitForEvents(1);

		const restarted = testEnvironment().restart();
		const meanwhile = setStatus(1, 'lead');
		await restarted;

		expect(await trigger.waitForEvents(2)).toEqual([before, meanwhile]);
	});

	test('what happened while it was unpublished starts it once it is published again', async () => {
		const { client } = testEnvironment();
		const trigger = await publishTrigger({ event: 'contactStopsMatching', ...leads });
		// Polls remember these two, and start nothing.
		setStatus(0, 'lead');
		setStatus(1, 'lead');
		await trigger.waitForPolls(2);

		await client.deactivateWorkflow(trigger.workflowId);
		const stopped = setStatus(0, 'customer');
		await client.activateWorkflow(trigger.workflowId);

		expect(await trigger.waitForEvents(1)).toEqual([stopped]);
	});

	test('a wrong token keeps it from being published, and shows as a failed poll afterwards', async () => {
		const { client, credential, credentialData } = testEnvironment();
		const { id, name, type } = credential;
		const setToken = async (token: unknown) =>
			await client.updateCredential(id, { name, type, data: { ...credentialData, token } });
		try {
			await setToken(wrongToken);
			const refused = await publishTrigger(matches).catch((error: unknown) => error);
			expect(refused).toBeInstanceOf(N8nHttpError);
			expect(String(refused)).toContain('API Token is invalid');
			await setToken(credentialData['token']);
			const trigger = await publishTrigger(matches);

			await setToken(wrongToken);
			expect(await failedPoll(trigger.workflowId)).toBe('API Token is invalid');
			const contact = setStatus(0, 'lead');
			await setToken(credentialData['token']);

			expect(await trigger.waitForEvents(1)).toEqual([contact]);
		} finally {
			await setToken(credentialData['token']);
		}
	});

	test('the Execute button shows an example, and remembers nothing', async () => {
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

	test('the Execute button says so where no contact matches', async () => {
		const { error } = await testEnvironment().client.runWorkflow(triggerWorkflow(matches));

		expect(error?.message).toBe("No contact has the status 'lead', so there is no test event");
	});
}
