import type { INodeParameters } from 'n8n-workflow';
import { connectInSequence, newNode, waitFor } from '../../../support/n8n';
import { contactOperation } from '../../../support/fixtures/parameters';
import { testEnvironment } from '../../../support/fixtures/testEnvironment';
import {
	everyFiveSeconds,
	onceAYear,
	publishTrigger,
	type TriggerEnvironment,
	triggerWorkflow,
} from '../../../support/fixtures/publishedTrigger';
import { workflowOf } from '../../../support/fixtures/nodeWorkflow';
import { startService } from '../../../support/service';
import { eventOf, newMatch, pagesOf as pagesOfChannel, withoutRepeats } from './events';

const contactCount = 1_200;
const contactsPerPage = 25;
const pageCount = contactCount / contactsPerPage;
const allPages = Array.from({ length: pageCount }, (_, index) => index + 1);

/** With this response time, a poll reads about five pages, and a pass takes ten polls. */
const slowResponses = { minMs: 2_000, maxMs: 2_000 };

/**
 * n8n doesn't stop a poll when its workflow is unpublished. A poll starts requests for 9 seconds, and
 * these slow requests of later polls take longer.
 */
const requestsUntilEnded = 6;

/** On a busy machine, polls are late, and all searches share 100 requests per minute. */
const timeoutMs = 240_000;

/**
 * The channel of the current test. Each test needs an unused rate limit, and the node counts the
 * requests of a token to a service until n8n restarts.
 */
let channel: TriggerEnvironment;

function createContacts(status: string): void {
	for (let created = 0; created < contactCount; created += 1) {
		channel.service.contacts.create([{ name: 'status', value: status }]);
	}
}

const pagesOf = (status: string) => pagesOfChannel(status, channel);

async function waitForPages(status: string, count: number): Promise<void> {
	const subject = `${String(count)} requests for contacts with the status ${status}`;
	await waitFor(subject, () => pagesOf(status).length >= count, timeoutMs);
}

/** Waits until polls have read pages with these numbers. Fails if they have read others. */
async function expectPages(status: string, expected: readonly number[]): Promise<void> {
	const subject = `${String(expected.length)} pages of contacts with the status ${status}`;
	const pages = () => withoutRepeats(pagesOf(status));
	await waitFor(subject, () => pages().length >= expected.length, timeoutMs);
	expect(pages().slice(0, expected.length)).toEqual(expected);
}

/** Tests with 1,200 matching contacts, and 100 contact requests per minute. */
export function triggerWithLargeSets(): void {
	beforeEach(async () => {
		const { credential, credentialData, service } = testEnvironment();
		const unused = await startService({ token: service.token });
		channel = {
			// A restart replaces the client.
			get client() {
				return testEnvironment().client;
			},
			service: unused,
			credential: await testEnvironment().client.createCredential({
				name: 'Channel with an unused limit',
				type: credential.type,
				data: { ...credentialData, baseUrl: unused.url },
			}),
		};
	});
	afterEach(async () => {
		await channel.service.close();
	});

	test('polls read all pages in order, then report a new contact', async () => {
		createContacts('lead');
		const trigger = await publishTrigger(newMatch('lead'), channel);
		// The baseline consists of two passes, and the next pass begins when they are complete.
		await expectPages('lead', [...allPages, ...allPages, 1]);

		const { contacts } = channel.service;
		const id = contacts.create([{ name: 'status', value: 'lead' }]);

		expect(await trigger.waitForEvents(1)).toEqual([eventOf(contacts.get(id))]);
	});

	test('publishing during a campaign reads at most one page, and polls read pages in order', async () => {
		const { client, credential, service } = channel;
		createContacts('lead');
		createContacts('customer');
		// One item per contact, so that the requests don't wait for each other.
		const items = service.contacts.findByField('status', 'lead').map(({ id }) => ({ id }));
		const contactId = { __rl: true, mode: 'id', value: '={{ $json.id }}' };
		const parameters = contactOperation('get', { contactId });
		const executionId = await client.startWorkflow(workflowOf({ parameters, items, credential }));
		const publish = async (settings: INodeParameters) => {
			const { id } = await client.createWorkflow(triggerWorkflow(settings, channel));
			await client.activateWorkflow(id);
		};
		try {
			await waitFor('the campaign', () => service.statistics().requests >= 20, timeoutMs);
			await publish({ ...newMatch('lead'), pollTimes: onceAYear });
			await publish(newMatch('customer'));
			await expectPages('customer', allPages.slice(0, 5));
		} finally {
			await client.stopExecution(executionId);
		}
		// n8n 2.41 responds before it polls, and that poll sends no request if the limit is used up.
		expect([[], [1]]).toContainEqual(pagesOf('lead'));
	});

	test('a workflow that is republished with another value during a pass ends the pass', async () => {
		const { client, service } = channel;
		service.configure({ latency: slowResponses });
		createContacts('lead');
		service.contacts.create([{ name: 'status', value: 'customer' }]);
		const { workflowId } = await publishTrigger(newMatch('lead'), channel);
		await waitForPages('lead', 2);

		await client.deactivateWorkflow(workflowId);
		const { nodes } = triggerWorkflow(newMatch('customer'), channel);
		await client.updateWorkflow({ ...(await client.getWorkflow(workflowId)), nodes });
		await client.activateWorkflow(workflowId);
		await waitForPages('customer', requestsUntilEnded);
		const pages = pagesOf('lead');
		await waitForPages('customer', requestsUntilEnded + 2);

		expect(pages.length).toBeLessThan(pageCount);
		expect(pagesOf('lead')).toEqual(pages);
	});

	test('publishing a workflow and starting n8n read at most one page per trigger', async () => {
		const statuses = ['lead', 'customer', 'former'];
		for (const status of statuses) {
			createContacts(status);
			await publishTrigger({ ...newMatch(status), pollTimes: onceAYear }, channel);
		}
		expect(statuses.map(pagesOf)).toEqual([[1], [1], [1]]);
		const { client } = testEnvironment();
		const interval = everyFiveSeconds.item.map(({ cronExpression: expression }) => ({
			field: 'cronExpression',
			expression,
		}));
		const schedule = await client.createWorkflow({
			name: 'Schedule',
			nodes: [
				newNode('Schedule Trigger', ['n8n-nodes-base.scheduleTrigger', 1.2], {
					rule: { interval },
				}),
				newNode('Follow Up', ['n8n-nodes-base.noOp', 1]),
			],
			connections: connectInSequence('Schedule Trigger', 'Follow Up'),
			settings: { executionOrder: 'v1' },
		});
		await client.activateWorkflow(schedule.id);

		const countExecutions = async () =>
			(await testEnvironment().client.listExecutions(schedule.id)).length;
		await testEnvironment().restart();
		const executionsBefore = await countExecutions();
		await waitFor(
			'the schedule trigger',
			async () => (await countExecutions()) > executionsBefore,
			timeoutMs,
		);

		// Without an event, n8n 2.8 has saved no state, so a pass starts again.
		for (const pages of statuses.map(pagesOf)) expect([[1], [1, 1]]).toContainEqual(pages);
	});
}
