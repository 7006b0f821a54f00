import { waitFor } from '../../../support/n8n';
import { startService } from '../../../support/service';
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

/** Starts a service with contacts that are leads, and creates a credential for it. */
async function startChannel(leads: number, changes: Readonly<Record<string, unknown>> = {}) {
	const { client, credential, credentialData, service: shared } = testEnvironment();
	const service = await startService({ token: shared.token });
	for (let created = 0; created < leads; created += 1) {
		service.contacts.create([{ name: 'status', value: 'lead' }]);
	}
	const data = { ...credentialData, baseUrl: service.url, ...changes };
	const { type } = credential;
	const stored = await client.createCredential({ name: 'Another channel', type, data });
	return { client, service, credential: stored, data };
}

test('the contacts of another channel in the credential are no events', async () => {
	const before = await startChannel(2);
	const after = await startChannel(23);
	const channel = { ...before };
	try {
		const trigger = await publishTrigger(newMatch('lead'), channel);
		await waitForPolls(1, before.service);

		const { client, credential } = before;
		await client.updateCredential(credential.id, { ...credential, data: after.data });
		channel.service = after.service;
		await waitForPolls(1, after.service);
		const { contacts } = after.service;
		const id = contacts.create([{ name: 'status', value: 'lead' }]);

		expect(await trigger.waitForEvents(1)).toEqual([eventOf(contacts.get(id))]);
	} finally {
		await before.service.close();
		await after.service.close();
	}
});

test('a contact that stops matching is reported although each pass uses up the requests of a poll', async () => {
	// Two pages, and two requests per poll.
	const channel = await startChannel(30, { contactCallsPerMinute: 4 });
	const { contacts, requests } = channel.service;
	try {
		const event = { ...newMatch('lead'), event: 'contactStopsMatching' };
		const trigger = await publishTrigger(event, channel);
		await waitFor('the second page', () => requests.some(({ path }) => path.includes('page=2')));
		const [{ id = '' } = {}] = contacts.findByField('status', 'lead');
		contacts.update(id, [{ name: 'status', value: 'customer' }]);

		expect(await trigger.waitForEvents(1)).toEqual([eventOf(contacts.get(id))]);
	} finally {
		await channel.service.close();
	}
});
