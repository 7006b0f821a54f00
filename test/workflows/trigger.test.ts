import { useChannel } from './engine/channel';
import { type Publication, publishTrigger } from './engine/publishedTrigger';

const channel = useChannel();
const parameters = { event: 'contactMatches', fieldName: 'status', fieldValue: 'lead' };

/** Each test has a workflow of its own, because the process remembers polls by workflow. */
function publish(changes: Partial<Publication> = {}) {
	const workflowId = expect.getState().currentTestName ?? '';
	return publishTrigger({ workflowId, credential: channel.credential(), parameters, ...changes });
}

/** What n8n's log is told, without a word of it in the tests' own output. */
function warningsOf({ logger }: ReturnType<typeof publishTrigger>['context']) {
	return jest.spyOn(logger, 'warn').mockImplementation(() => undefined);
}

afterEach(() => {
	jest.restoreAllMocks();
});

function createLead(): string {
	return channel.service.contacts.create([{ name: 'status', value: 'lead' }]);
}

it('what n8n has stored of an older form is begun anew, with a warning', async () => {
	createLead();
	const { context, poll } = publish({ stored: { version: 0, contacts: ['1'] } });
	const warn = warningsOf(context);

	expect(await poll()).toBeNull();
	expect(warn.mock.calls).toEqual([[expect.stringContaining('The trigger begins anew.')]]);
	const id = createLead();
	expect(await poll()).toMatchObject([{ id }]);
	expect(warn).toHaveBeenCalledTimes(1);
});

it('what n8n has stored and can not be read is begun anew, with a warning', async () => {
	const first = publish();
	createLead();
	await first.poll();
	createLead();
	await first.poll();
	const { context, poll } = publish({ stored: { ...first.staticData(), contacts: 'broken' } });
	const warn = warningsOf(context);

	expect(await poll()).toBeNull();
	expect(warn).toHaveBeenCalledTimes(1);
});

it('another search is begun anew', async () => {
	const first = publish();
	await first.poll();
	channel.service.contacts.create([{ name: 'status', value: 'customer' }]);
	const another = { ...parameters, fieldValue: 'customer' };

	const { poll } = publish({ stored: first.staticData(), parameters: another });

	expect(await poll()).toBeNull();
});

it('a poll that begins while the last one is under way makes no call', async () => {
	const { poll } = publish();
	await poll();
	const id = createLead();

	const [one, other] = await Promise.all([poll(), poll()]);

	expect([one, other]).toMatchObject([[{ id }], null]);
	expect(channel.service.calls).toHaveLength(2);
});

it('published again during a poll, that poll counts for nothing, and the next gives its events', async () => {
	const old = publish();
	await old.poll();
	const stored = old.staticData();
	const id = createLead();
	channel.service.faults.add({ fault: { kind: 'slow', milliseconds: 60_000 } });
	const interrupted = old.poll();
	while (channel.service.calls.length < 2) await new Promise(setImmediate);

	const fresh = publish({ stored });

	expect(await Promise.all([interrupted, fresh.poll()])).toMatchObject([null, [{ id }]]);
	expect(old.staticData()).toEqual(stored);
	expect(await fresh.poll()).toBeNull();
});

it('a poll that fails leaves what is stored as it was', async () => {
	const { poll, staticData } = publish();
	await poll();
	const before = staticData();
	createLead();
	channel.service.faults.add({ times: null, fault: { kind: 'status', status: 401 } });

	await expect(poll()).rejects.toThrow('API Token is invalid');
	expect(staticData()).toEqual(before);
});
