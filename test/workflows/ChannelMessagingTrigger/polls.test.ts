import { contact, contactOperation } from '../../support/fixtures/parameters';
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

const pages = () =>
	channel.service.requests.map(({ path }) => Number(/[?&]page=(\d+)/.exec(path)?.[1] ?? 1));

const blocked = { kind: 'status', status: 403, message: 'Blocked' } as const;

afterEach(() => {
	jest.restoreAllMocks();
});

describe('publishing', () => {
	it('sends one request, which is the beginning of the first pass', async () => {
		createLeads(60);
		const { poll } = publish();

		expect(await poll()).toBeNull();
		expect(pages()).toEqual([1]);
		expect(await poll()).toBeNull();
		expect(pages()).toEqual([1, 2, 3]);
	});

	it('completes the first pass if all contacts are on one page', async () => {
		createLeads(1);
		const { poll } = publish();
		await poll();

		const [id] = createLeads(1);

		expect(await poll()).toMatchObject([{ id }]);
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

	it('again reports the changes since the last poll', async () => {
		const before = publish();
		await before.poll();
		const [id] = createLeads(1);

		const { poll } = publish({ storedData: before.staticData() });

		expect(await poll()).toMatchObject([{ id }]);
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

	it('with other settings starts over', async () => {
		const before = publish();
		await before.poll();
		channel.service.contacts.create([{ name: 'status', value: 'customer' }]);

		const { poll } = publish({
			storedData: before.staticData(),
			parameters: { ...parameters, fieldValue: 'customer' },
		});

		expect(await poll()).toBeNull();
	});

	it('with other settings drops the events of a poll that is still running', async () => {
		const before = publish();
		await before.poll();
		const storedData = before.staticData();
		createLeads(1);
		const running = before.poll();

		const after = publish({ storedData, parameters: { ...parameters, fieldValue: 'customer' } });

		expect(await Promise.all([running, after.poll()])).toEqual([null, null]);
		expect(before.staticData()).toEqual(storedData);
	});
});

describe('a poll', () => {
	it('uses at most half of the rate limit and continues in the next poll', async () => {
		createLeads(120);
		const { poll } = publish({ credential: channel.credential({ contactCallsPerMinute: 4 }) });
		await poll();

		await poll();

		expect(pages()).toEqual([1, 2, 3]);
	});

	it('sends no request while another one of the same trigger is running', async () => {
		const { poll } = publish();
		await poll();
		const [id] = createLeads(1);

		expect(await Promise.all([poll(), poll()])).toMatchObject([[{ id }], null]);
		expect(channel.service.requests).toHaveLength(2);
	});

	it('leaves the static data unchanged if a request fails', async () => {
		const { poll, staticData } = publish();
		await poll();
		const before = staticData();
		createLeads(1);
		channel.service.faults.add({ times: null, fault: { kind: 'status', status: 401 } });

		await expect(poll()).rejects.toThrow('API Token is invalid');
		expect(staticData()).toEqual(before);
	});

	it('returns the events before a failure, and logs the failure', async () => {
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
	])('starts over with a warning if the static data has %s', async (_, damage) => {
		const before = publish({ workflowId: 'before' });
		await before.poll();
		createLeads(1);
		const { context, poll } = publish({ storedData: { ...before.staticData(), ...damage } });
		const warn = warningsOf(context);

		expect(await poll()).toBeNull();
		expect(warn.mock.calls).toEqual([[expect.stringContaining('starts over')]]);
		const [id] = createLeads(1);
		expect(await poll()).toMatchObject([{ id }]);
		expect(warn).toHaveBeenCalledTimes(1);
	});

	it('discards the state of a trigger that has not polled for more than a month', async () => {
		const { poll } = publish();
		await poll();
		createLeads(1);
		const inAMonth = Date.now() + 33 * 24 * 3_600_000;
		jest.spyOn(Date, 'now').mockReturnValue(inAMonth);
		await publish({ workflowId: 'another' }).poll();
		jest.restoreAllMocks();

		// The new contact belongs to another first pass.
		expect(await publish().poll()).toBeNull();
	});

	it('warns once if a pass needs more than three polls', async () => {
		createLeads(30);
		const { context, poll } = publish();
		const warn = warningsOf(context);
		channel.service.faults.add({ times: null, match: { path: 'page=2' }, fault: blocked });
		await poll();

		for (let count = 0; count < 2; count += 1) await expect(poll()).rejects.toThrow('Blocked');
		expect(warn).not.toHaveBeenCalled();
		for (let count = 0; count < 2; count += 1) await expect(poll()).rejects.toThrow('Blocked');
		expect(warn.mock.calls).toEqual([[expect.stringContaining('more than 3 polls')]]);
	});
});

describe('after a restart of n8n', () => {
	/** Publishes a trigger, changes a contact while n8n is stopped, and returns the later events. */
	async function eventsAfter(event: string, change: (id: string) => void) {
		const settings = { parameters: { ...parameters, event } };
		const [id = ''] = createLeads(1);
		const before = publish(settings);
		await before.poll();
		change(id);
		const storedData = before.staticData();
		const { poll } = publish({ ...settings, workflowId: `restarted for ${event}`, storedData });
		const events = [await poll(), await poll(), await poll()].flatMap((found) => found ?? []);
		return { contact: channel.service.contacts.get(id), events };
	}

	it('Contact Updated reports a change once, with the previous values', async () => {
		const { contact: updated, events } = await eventsAfter('contactChanges', (id) => {
			channel.service.contacts.addTags(id, ['vip']);
		});

		const previous = { custom_fields: { status: 'lead' }, tags: [] };
		expect(events).toEqual([{ ...updated, before: previous }]);
	});

	it('Contact No Longer Matches reports a contact once', async () => {
		const { contact: updated, events } = await eventsAfter('contactStopsMatching', (id) => {
			channel.service.contacts.update(id, [{ name: 'status', value: 'customer' }]);
		});

		expect(events).toEqual([updated]);
	});
});

describe("with n8n's durable scheduler", () => {
	const scheduled = { activation: 'update', pollBudgetMs: 36_000 } as const;

	it('a pass continues although each poll has a new context and the stored static data', async () => {
		createLeads(60);
		await publish().poll();
		channel.service.faults.add({ match: { path: 'page=3' }, fault: blocked });
		await expect(publish(scheduled).poll()).rejects.toThrow('Blocked');
		expect(pages()).toEqual([1, 2, 3]);

		expect(await publish(scheduled).poll()).toBeNull();

		expect(pages()).toEqual([1, 2, 3, 3]);
		const [id] = createLeads(1);
		expect(await publish(scheduled).poll()).toMatchObject([{ id }]);
	});

	it('a poll without a preceding activation starts the first pass', async () => {
		createLeads(60);
		await publish(scheduled).poll();

		expect(pages()).toEqual([1, 2, 3]);
	});

	it('the snapshot is in the static data of the next poll, so that n8n can commit it without an event', async () => {
		createLeads(1);
		await publish().poll();
		const { poll, staticData } = publish(scheduled);

		expect(await poll()).toBeNull();
		expect(staticData()).toMatchObject({ isBaselineComplete: true });
	});
});

describe('Fetch Test Event', () => {
	it('returns a matching contact and saves no state', async () => {
		const [id = ''] = createLeads(1);
		const { poll, staticData } = publish({ mode: 'manual' });

		expect(await poll()).toEqual([channel.service.contacts.get(id)]);
		expect(staticData()).toEqual({});
	});

	it('returns a contact with its current values as the previous ones for Contact Updated', async () => {
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
		const body = JSON.stringify({ data: [{ id: '1', custom_fields: { status: 'Lead' } }] });
		const contentType = 'application/json';
		channel.service.faults.add({ fault: { kind: 'response', status: 200, contentType, body } });

		await expect(publish({ mode: 'manual', activation: 'manual' }).poll()).rejects.toMatchObject({
			message: expect.stringContaining("No contact has the status 'lead'") as string,
			description: expect.stringContaining('Enter a value that a contact has') as string,
		});
	});
});
