import { contact, contactOperation } from '../../support/fixtures/parameters';
import { waitFor } from '../../support/n8n';
import { useChannel } from '../engine/channel';
import { type Publication, publishTrigger } from '../engine/publishedTrigger';

const channel = useChannel();
const parameters = { event: 'contactMatches', fieldName: 'status', fieldValue: 'lead' };

/** Each test has its own workflow, because the node keeps the state of each workflow in memory. */
function publish(changes: Partial<Publication> = {}) {
	const workflowId = expect.getState().currentTestName ?? '';
	return publishTrigger({ workflowId, credential: channel.credential(), parameters, ...changes });
}

/** Records the warnings in n8n's log without printing them. */
function warningsOf({ logger }: ReturnType<typeof publishTrigger>['context']) {
	return jest.spyOn(logger, 'warn').mockImplementation(() => undefined);
}

function createLeads(count: number): string[] {
	return Array.from({ length: count }, () =>
		channel.service.contacts.create([{ name: 'status', value: 'lead' }]),
	);
}

/** Makes the service respond to the next search with these contacts. */
function respondOnce(data: readonly object[]): void {
	const response = { status: 200, contentType: 'application/json', body: JSON.stringify({ data }) };
	channel.service.faults.add({ fault: { kind: 'response', ...response } });
}

const pages = () =>
	channel.service.requests.map(({ path }) => Number(/[?&]page=(\d+)/.exec(path)?.[1] ?? 1));

const scheduled = { activation: 'update', pollBudgetMs: 36_000 } as const;

const blocked = { kind: 'status', status: 403, message: 'Blocked' } as const;

afterEach(() => {
	jest.restoreAllMocks();
});

describe('publishing', () => {
	it('sends one request, which starts the first pass', async () => {
		createLeads(60);
		const { poll } = publish();

		expect(await poll()).toBeNull();
		expect(pages()).toEqual([1]);
		expect(await poll()).toBeNull();
		expect(pages()).toEqual([1, 2, 3, 1, 2, 3]);
	});

	it('fails if the token is invalid', async () => {
		const { poll } = publish({ credential: channel.credential({ token: 'wrong-token' }) });

		await expect(poll()).rejects.toThrow('API Token is invalid');
		expect(channel.service.requests).toHaveLength(1);
	});

	it.each([
		['status 429', { kind: 'status', status: 429 }],
		['status 503', { kind: 'status', status: 503 }],
		['a lost connection', { kind: 'connectionLost', when: 'beforeEffect' }],
		['no response', { kind: 'noResponse' }],
	] as const)('succeeds after a single request despite %s', async (_, fault) => {
		channel.service.faults.add({ times: null, fault });
		const { context, poll } = publish();
		warningsOf(context);

		expect(await poll()).toBeNull();
		expect(channel.service.requests).toHaveLength(1);

		channel.service.faults.clear();
		expect(await poll()).toBeNull();
		const [id] = createLeads(1);
		expect(await poll()).toMatchObject([{ id }]);
	});

	it('succeeds without a request if a campaign has used up the limit', async () => {
		const [id = ''] = createLeads(1);
		const limit = { contactCallsPerMinute: 1 };
		await channel.runNode(
			{ parameters: contactOperation('get', { contactId: contact(id) }) },
			limit,
		);

		const { poll } = publish({ credential: channel.credential(limit) });

		expect(await poll()).toBeNull();
		expect(channel.service.requests).toHaveLength(1);
	});

	it.each([
		['n8n starts', 'init'],
		['n8n becomes the leader', 'leadershipChange'],
	] as const)('sends no request when %s and a snapshot is stored', async (_, activation) => {
		const before = publish();
		await before.poll();
		const storedData = before.staticData();
		const workflowId = `after ${activation}`;

		const { poll } = publish({ workflowId, storedData, activation });

		expect(await poll()).toBeNull();
		expect(channel.service.requests).toHaveLength(1);
		const [id] = createLeads(1);
		expect(await poll()).toMatchObject([{ id }]);
	});

	it('with other settings drops the events from a poll that is still running', async () => {
		const before = publish();
		await before.poll();
		const storedData = before.staticData();
		createLeads(1);
		const running = before.poll();
		const after = publish({ storedData, parameters: { ...parameters, fieldValue: 'customer' } });

		expect(await Promise.all([running, after.poll()])).toEqual([null, null]);
		expect(before.staticData()).toEqual(storedData);
	});

	it('keeps the events from a poll that is still running if the publication fails', async () => {
		const before = publish();
		await before.poll();
		const [id] = createLeads(1);
		const running = before.poll();
		const credential = channel.credential({ token: 'wrong-token' });
		const after = publish({ credential, activation: 'update' });

		await expect(after.poll()).rejects.toThrow('API Token is invalid');
		expect(await running).toMatchObject([{ id }]);
	});

	it.each([
		['an edited workflow continues', 'update', true],
		['an unpublished workflow starts a new baseline', 'activate', false],
	] as const)('%s', async (_, activation, isEvent) => {
		const before = publish();
		await before.poll();
		const [imported] = createLeads(1);

		const after = publish({ storedData: before.staticData(), activation });

		expect(await after.poll()).toEqual(
			isEvent ? [expect.objectContaining({ id: imported })] : null,
		);
		const [id] = createLeads(1);
		expect(await after.poll()).toMatchObject([{ id }]);
	});
});

describe('a poll', () => {
	it('sends no request while another poll of the same trigger is running', async () => {
		const { poll } = publish();
		await poll();
		const [id] = createLeads(1);

		expect(await Promise.all([poll(), poll()])).toMatchObject([[{ id }], null]);
		expect(channel.service.requests).toHaveLength(2);
	});

	it('sends no request while a poll from before a publication is still running', async () => {
		const before = publish();
		await before.poll();
		const { requests, faults } = channel.service;
		faults.add({ fault: { kind: 'slow', delayMs: 2_000 } });
		const running = before.poll();
		await waitFor('a request', () => requests.length === 2);
		const after = publish({ storedData: before.staticData(), activation: 'update' });
		await after.poll();

		expect(await after.poll()).toBeNull();
		expect(requests.map(({ status }) => status)).toEqual([200, null, 200]);
		await running;
		createLeads(1);
		expect(await after.poll()).toHaveLength(1);
	});

	it('returns the events before a failure and logs the failure', async () => {
		const { context, poll } = publish();
		await poll();
		const ids = createLeads(30);
		const warn = warningsOf(context);
		channel.service.faults.add({ match: { path: 'page=2' }, fault: blocked });

		expect((await poll())?.map(({ id }) => id)).toEqual(ids.slice(0, 25));
		expect(warn).toHaveBeenCalledWith(expect.stringContaining('Blocked'));
		expect((await poll())?.map(({ id }) => id)).toEqual(ids.slice(25));
	});

	it.each([
		['another form', { version: 0, contacts: ['1'] }],
		['damaged contacts', { contacts: 'damaged' }],
		['more searches than a baseline has', { baselinePasses: 11 }],
		['a negative number of searches', { baselinePasses: -1 }],
	])('starts over with a warning if the static data has %s', async (_, damage) => {
		const before = publish({ workflowId: 'before' });
		await before.poll();
		createLeads(1);
		const { context, poll } = publish({
			activation: 'init',
			storedData: { ...before.staticData(), ...damage },
		});
		const warn = warningsOf(context);

		expect(await poll()).toBeNull();
		expect(warn.mock.calls).toEqual([[expect.stringContaining('starts over')]]);
		const [id] = createLeads(1);
		expect(await poll()).toMatchObject([{ id }]);
		expect(warn).toHaveBeenCalledTimes(1);
	});

	it('warns once if a pass needs more than three polls and fails if it has sent no request in three', async () => {
		createLeads(60);
		const credential = channel.credential({ contactCallsPerMinute: 1 });
		const first = publish({ credential });
		const warn = warningsOf(first.context);
		await first.poll();
		// The limit is used up, and the polls end after 45 ms.
		const poll = async () => await publish({ ...scheduled, pollBudgetMs: 100, credential }).poll();
		expect([await poll(), await poll()]).toEqual([null, null]);
		await expect(poll()).rejects.toMatchObject({
			message: expect.stringContaining('No request in 3 polls') as string,
			description: expect.stringContaining('1 contact requests per minute') as string,
		});

		expect(warn.mock.calls).toEqual([
			[expect.stringMatching(/more than 3 polls.*only 0 of 1 requests/)],
		]);
	});

	it('fails if the service rejects all of its requests with 429', async () => {
		const { poll } = publish({ credential: channel.credential({ contactCallsPerMinute: 4 }) });
		await poll();
		channel.service.faults.add({ times: null, fault: { kind: 'status', status: 429 } });

		await expect(poll()).rejects.toMatchObject({
			message: 'Too many requests',
			description: expect.stringContaining('Other systems may be using the same token') as string,
		});
	});

	it('warns of contacts without an ID and reports the others', async () => {
		const { context, poll } = publish();
		await poll();
		const warn = warningsOf(context);
		respondOnce([
			{ custom_fields: { status: 'lead' } },
			{ id: 7, custom_fields: { status: 'lead' } },
		]);

		expect(await poll()).toMatchObject([{ id: 7, contactId: '7' }]);
		expect(warn.mock.calls).toEqual([[expect.stringContaining('1 of the contacts found')]]);
	});
});

describe('Fetch Test Event', () => {
	it('returns a matching contact and saves no state', async () => {
		const [id = ''] = createLeads(1);
		const { poll, staticData } = publish({ mode: 'manual' });

		expect(await poll()).toEqual([{ ...channel.service.contacts.get(id), contactId: id }]);
		expect(staticData()).toEqual({});
	});

	it('returns a contact whose previous values are its current values for Contact Updated', async () => {
		const [id] = createLeads(1);
		const changes = { ...parameters, event: 'contactChanges' };

		expect(await publish({ mode: 'manual', parameters: changes }).poll()).toMatchObject([
			{ id, before: { custom_fields: { status: 'lead' } } },
		]);
	});

	it('shows when to try again if the limit is used up', async () => {
		const credential = channel.credential({ contactCallsPerMinute: 1 });
		await publish({ credential }).poll();

		const { poll } = publish({ credential, mode: 'manual', activation: 'manual' });

		await expect(poll()).rejects.toThrow(
			/^The limit of 1 contact \w+ (a|per) minute has been reached. Try again in \d+ s/,
		);
	});

	it('ignores contacts with another value', async () => {
		respondOnce([{ id: '1', custom_fields: { status: 'Lead' } }]);

		await expect(publish({ mode: 'manual', activation: 'manual' }).poll()).rejects.toMatchObject({
			message: expect.stringContaining("No contact has the status 'lead'") as string,
			description: expect.stringContaining('Enter a value that a contact has') as string,
		});
	});
});
