import type { INodeParameters } from 'n8n-workflow';
import { connectInSequence, newNode, waitFor } from '../../../support/n8n';
import { contactOperation } from '../../../support/fixtures/parameters';
import { testEnvironment } from '../../../support/fixtures/testEnvironment';
import { publishTrigger, triggerWorkflow } from '../../../support/fixtures/publishedTrigger';
import { workflowOf } from '../../../support/fixtures/nodeWorkflow';
import { unpublishAfterEach } from './events';

const contactCount = 1_200;
const contactsPerPage = 25;
const pageCount = contactCount / contactsPerPage;

/** With this response time, a poll reads about half of the pages. */
const slowResponses = { minMs: 350, maxMs: 350 };

/** In n8n 2.41, polls start at most every minute, and a poll can last 20 seconds. */
const twoPollsTimeoutMs = 180_000;

function createContacts(status: string): void {
	const { contacts } = testEnvironment().service;
	for (let created = 0; created < contactCount; created += 1) {
		contacts.create([{ name: 'status', value: status }]);
	}
}

/** A schedule without a poll during the test: only n8n's first polls read contacts. */
const onceAYear = { item: [{ mode: 'custom', cronExpression: '0 0 1 1 *' }] };

/** Returns the page numbers of the searches for a status, in the order of the requests. */
function pagesOf(status: string): number[] {
	return testEnvironment()
		.service.requests.filter(({ path }) => path.includes(`value=${status}`))
		.map(({ path }) => Number(/page=(\d+)/.exec(path)?.[1] ?? 1));
}

const pagesUpTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

async function waitForPages(status: string, count: number): Promise<void> {
	const waitingFor = `${String(count)} requests for contacts with the status ${status}`;
	await waitFor(waitingFor, () => pagesOf(status).length >= count, twoPollsTimeoutMs);
}

/** Tests with 1,200 matching contacts, and 100 contact requests per minute. */
export function triggerWithLargeSets(pollTimes: INodeParameters, pollIntervalMs: number): void {
	// n8n doesn't stop a poll when its workflow is unpublished. A poll lasts at most 20 seconds.
	const pollsUntilEnded = Math.ceil(20_000 / pollIntervalMs);
	const triggerOn = (status: string) => ({
		event: 'contactMatches',
		fieldName: 'status',
		fieldValue: status,
		pollTimes,
	});
	unpublishAfterEach();

	test('polls read all pages in order, then report a new contact', async () => {
		createContacts('alone');
		const trigger = await publishTrigger(triggerOn('alone'));
		await waitForPages('alone', pageCount);
		expect(pagesOf('alone')).toEqual(pagesUpTo(pageCount));

		const { contacts } = testEnvironment().service;
		contacts.create([{ name: 'status', value: 'alone' }]);
		await waitFor(
			'the new contact',
			async () => (await trigger.events()).length > 0,
			twoPollsTimeoutMs,
		);
		expect(await trigger.events()).toEqual(contacts.findByField('status', 'alone').slice(-1));
	});

	test('publishing a workflow during a campaign succeeds with at most one request', async () => {
		const { client, service } = testEnvironment();
		createContacts('campaign');
		// One item per contact, so that the requests don't wait for each other.
		const items = service.contacts.findByField('status', 'campaign').map(({ id }) => ({ id }));
		const contactId = { __rl: true, mode: 'id', value: '={{ $json.id }}' };
		const campaign = await client.startWorkflow(
			workflowOf({ parameters: contactOperation('get', { contactId }), items }),
		);
		try {
			await waitFor('the limit to be used up', () => service.statistics().requests >= 20, 120_000);
			const workflow = await client.createWorkflow(triggerWorkflow(triggerOn('campaign')));
			await client.activateWorkflow(workflow.id);
			expect(pagesOf('campaign').length).toBeLessThanOrEqual(1);
			await waitForPages('campaign', 5);
			expect(pagesOf('campaign').slice(0, 5)).toEqual(pagesUpTo(5));
		} finally {
			await client.stopExecution(campaign);
		}
	});

	test('a workflow that is republished with another value between two pages reads the first page of the new value', async () => {
		const { client, service } = testEnvironment();
		service.configure({ latency: slowResponses });
		createContacts('before');
		const { workflowId } = await publishTrigger(triggerOn('before'));
		await waitForPages('before', 2);

		await client.deactivateWorkflow(workflowId);
		const { nodes } = triggerWorkflow(triggerOn('after'));
		await client.updateWorkflow({ ...(await client.getWorkflow(workflowId)), nodes });
		service.contacts.create([{ name: 'status', value: 'after' }]);
		await client.activateWorkflow(workflowId);
		// Publishing sends the first request, and each poll one more.
		await waitForPages('after', 1 + pollsUntilEnded);
		const pages = pagesOf('before');
		await waitForPages('after', 2 + pollsUntilEnded);

		expect(pages.length).toBeLessThan(pageCount);
		expect(pagesOf('before')).toEqual(pages);
	});

	test('publishing a workflow and starting n8n read at most one page per trigger', async () => {
		const { client } = testEnvironment();
		const values = ['one', 'two', 'three'];
		for (const value of values) {
			createContacts(value);
			await publishTrigger({ ...triggerOn(value), pollTimes: onceAYear });
		}
		expect(values.map(pagesOf)).toEqual([[1], [1], [1]]);
		const schedule = await client.createWorkflow({
			name: 'Schedule',
			nodes: [
				newNode('Schedule Trigger', ['n8n-nodes-base.scheduleTrigger', 1.2], {
					rule: { interval: [{ field: 'minutes', minutesInterval: 1 }] },
				}),
				newNode('Follow Up', ['n8n-nodes-base.noOp', 1]),
			],
			connections: connectInSequence('Schedule Trigger', 'Follow Up'),
			settings: { executionOrder: 'v1' },
		});
		await client.activateWorkflow(schedule.id);
		const executionsBefore = (await client.listExecutions(schedule.id)).length;

		await testEnvironment().restart();
		await waitFor(
			'the schedule trigger',
			async () => {
				const executions = await testEnvironment().client.listExecutions(schedule.id);
				return executions.length > executionsBefore;
			},
			twoPollsTimeoutMs,
		);

		for (const pages of values.map(pagesOf)) expect([[1], [1, 1]]).toContainEqual(pages);
	});
}
