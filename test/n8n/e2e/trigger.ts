import {
	onceAYear,
	publishAndAwaitPoll,
	publishTrigger,
	waitForPolls,
} from '../../support/fixtures/publishedTrigger';
import { useOtherChannels } from '../../support/fixtures/otherChannels';
import {
	testEnvironment,
	withCredentialData,
	wrongToken,
} from '../../support/fixtures/testEnvironment';
import { newNode, waitFor } from '../../support/n8n';
import type { Contact, Service } from '../../support/service';

/** Parameters of a trigger for contacts that get a status. */
export const newMatch = (status: string) => ({
	event: 'contactMatches',
	fieldName: 'status',
	fieldValue: status,
});

export function createContact(
	status: string,
	{ contacts }: Service = testEnvironment().service,
): Contact | undefined {
	return contacts.get(contacts.create([{ name: 'status', value: status }]));
}

/** Returns the item that a trigger outputs for a contact. */
export function eventOf(contact: Contact | undefined): object {
	return { ...contact, contactId: contact?.id };
}

/** Returns the page numbers of the searches for a status, in the order of the requests. */
export function pagesOf(status: string): number[] {
	return testEnvironment()
		.service.requests.filter(({ path }) => path.includes(`value=${status}`))
		.map(({ path }) => Number(/page=(\d+)/.exec(path)?.[1] ?? 1));
}

/** Unpublishes all workflows after each test, so that they stop polling. */
export function unpublishAfterEach(): void {
	afterEach(async () => {
		const { client } = testEnvironment();
		for (const { id } of await client.listWorkflows()) await client.deactivateWorkflow(id);
	});
}

export function triggerEvents(): void {
	unpublishAfterEach();
	const startChannel = useOtherChannels();

	test('scheduled polls start the workflow once for a contact that starts to match', async () => {
		createContact('lead');
		const trigger = await publishTrigger(newMatch('lead'));
		await waitForPolls(1);

		const contact = createContact('lead');

		expect(await trigger.waitForEvents(1)).toEqual([eventOf(contact)]);
	});

	test('contacts that start to match while the workflow is unpublished are not reported', async () => {
		const trigger = await publishTrigger(newMatch('imported'));
		await waitForPolls(1);
		await testEnvironment().client.deactivateWorkflow(trigger.workflowId);
		createContact('imported');

		await publishAndAwaitPoll(trigger.workflowId);
		await waitForPolls(1);
		const contact = createContact('imported');

		expect(await trigger.waitForEvents(1)).toEqual([eventOf(contact)]);
	});

	test('publishing an edited workflow during a poll neither loses nor repeats an event', async () => {
		const { client, service } = testEnvironment();
		const trigger = await publishTrigger(newMatch('edited'));
		await waitForPolls(1);
		service.faults.add({ fault: { kind: 'slow', delayMs: 4_000 } });
		const contact = createContact('edited');
		await waitFor('a poll', () => service.requests.some(({ status }) => status === null));

		const nodes = trigger.workflow.nodes.map((node) => ({ ...node, notes: 'Edited' }));
		await client.updatePublishedWorkflow(trigger.workflowId, { ...trigger.workflow, nodes });

		expect(await trigger.waitForEvents(1)).toEqual([eventOf(contact)]);
	});

	test('a changed credential does not include existing contacts again', async () => {
		const channel = { ...testEnvironment() };
		const existing = createContact('included');
		const trigger = await publishTrigger(
			{ ...newMatch('included'), includeExisting: true },
			channel,
		);
		expect(await trigger.waitForEvents(1)).toEqual([eventOf(existing)]);
		const { service } = await startChannel();
		createContact('included', service);

		await withCredentialData({ baseUrl: service.url }, async () => {
			channel.service = service;
			await waitForPolls(2, service);
			const contact = createContact('included', service);

			expect(await trigger.waitForEvents(2)).toEqual([eventOf(existing), eventOf(contact)]);
		});
	});
}

async function hasExecution(workflowId: string): Promise<boolean> {
	return (await testEnvironment().client.listExecutions(workflowId)).length > 0;
}

async function errorOfFailedPoll(workflowId: string): Promise<string | undefined> {
	const { client } = testEnvironment();
	const id = await waitFor(
		'a failed execution',
		async () =>
			(await client.listExecutions(workflowId)).find(({ status }) => status === 'error')?.id,
	);
	return (await client.waitForExecution(id)).error?.message;
}

/** Polls after restarts, failed publications, and changes, with many contacts, and with a low rate limit. */
export function triggerPolls(): void {
	unpublishAfterEach();
	const startChannel = useOtherChannels();

	test('a restart of n8n neither loses nor repeats an event and reads no contacts before the next poll', async () => {
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

	test('a publication that fails during a poll loses no event from the poll', async () => {
		const { client, service } = testEnvironment();
		const trigger = await publishTrigger(newMatch('failing'));
		await waitForPolls(1);
		service.faults.add({ times: 1, fault: { kind: 'slow', delayMs: 4_000 } });
		const contact = createContact('failing');
		await waitFor('a poll', () => service.requests.some(({ status }) => status === null));
		service.faults.add({ times: 1, fault: { kind: 'status', status: 403 } });

		const nodes = trigger.workflow.nodes.map((node) => ({ ...node, notes: 'Edited' }));
		const edited = { ...trigger.workflow, nodes };
		// n8n 2.41 publishes the workflow before the trigger fails.
		await client.updatePublishedWorkflow(trigger.workflowId, edited).catch(() => undefined);

		await waitFor('the event', async () => (await trigger.events()).length > 0);
		expect(await trigger.events()).toEqual([eventOf(contact)]);
	});

	test('an execution that restores older static data neither loses nor repeats an event', async () => {
		const jsCode = "$getWorkflowStaticData('global').changed = Date.now();\nreturn $input.all();";
		const trigger = await publishTrigger(newMatch('restored'), testEnvironment(), [
			newNode('Change Static Data', ['n8n-nodes-base.code', 2], { jsCode }),
			newNode('Wait', ['n8n-nodes-base.wait', 1.1], { amount: 12, unit: 'seconds' }),
		]);
		await waitForPolls(1);
		const first = createContact('restored');
		await waitFor('the first execution', async () => await hasExecution(trigger.workflowId));

		const second = createContact('restored');
		await trigger.waitForEvents(2);
		await waitForPolls(2);

		expect(await trigger.events()).toEqual([eventOf(first), eventOf(second)]);
	});

	test('a renamed trigger continues, even if it gets its earlier name back', async () => {
		const { client } = testEnvironment();
		const trigger = await publishTrigger(newMatch('renamed'));
		const existing = createContact('renamed');
		expect(await trigger.waitForEvents(1)).toEqual([eventOf(existing)]);
		const [node, ...others] = trigger.workflow.nodes;
		if (node === undefined) throw new Error('The workflow has no trigger');
		const renamed = {
			...trigger.workflow,
			nodes: [{ ...node, name: 'Renamed' }, ...others],
			connections: { Renamed: trigger.workflow.connections[node.name] ?? {} },
		};

		for (const workflow of [renamed, trigger.workflow]) {
			await client.updatePublishedWorkflow(trigger.workflowId, workflow);
			await waitForPolls(1);
		}
		const contact = createContact('renamed');

		expect(await trigger.waitForEvents(2)).toEqual([eventOf(existing), eventOf(contact)]);
	});

	test('with the newest contacts first, seven pages of new contacts are reported after one poll', async () => {
		const { service } = testEnvironment();
		service.configure({ search: { order: 'newestFirst' } });
		for (let created = 0; created < 30; created += 1) createContact('burst');
		const trigger = await publishTrigger(newMatch('burst'));
		await waitForPolls(2);

		const contacts = Array.from({ length: 175 }, () => createContact('burst'));

		const ids = (await trigger.waitForEvents(175)).map(({ contactId }) => contactId);
		expect(ids.sort()).toEqual(contacts.map((contact) => contact?.id).sort());
	});

	test('an invalid token fails the polls of a published workflow', async () => {
		const trigger = await publishTrigger(newMatch('lead'));
		await waitForPolls(1);

		const contact = await withCredentialData({ token: wrongToken }, async () => {
			expect(await errorOfFailedPoll(trigger.workflowId)).toBe('API Token is invalid');
			return createContact('lead');
		});

		expect(await trigger.waitForEvents(1)).toEqual([eventOf(contact)]);
	});

	test('existing contacts are not reported if the credential changes to another channel', async () => {
		const channel = { ...testEnvironment() };
		const { service } = await startChannel();
		createContact('lead');
		for (let created = 0; created < 23; created += 1) createContact('lead', service);
		const trigger = await publishTrigger(newMatch('lead'), channel);
		await waitForPolls(1);

		await withCredentialData({ baseUrl: service.url }, async () => {
			channel.service = service;
			await waitForPolls(1, service);
			const contact = createContact('lead', service);

			expect(await trigger.waitForEvents(1)).toEqual([eventOf(contact)]);
		});
	});

	test('a contact that stops matching is reported although each pass uses up the requests of a poll', async () => {
		// Two pages, and two requests per poll.
		const channel = await startChannel({ contactCallsPerMinute: 4 });
		const { contacts, requests } = channel.service;
		for (let created = 0; created < 30; created += 1) createContact('lead', channel.service);
		const event = { ...newMatch('lead'), event: 'contactStopsMatching' };
		const trigger = await publishTrigger(event, channel);
		await waitFor('the second page', () => requests.some(({ path }) => path.includes('page=2')));
		const [{ id = '' } = {}] = contacts.findByField('status', 'lead');
		contacts.update(id, [{ name: 'status', value: 'customer' }]);

		expect(await trigger.waitForEvents(1)).toEqual([eventOf(contacts.get(id))]);
	});
}
