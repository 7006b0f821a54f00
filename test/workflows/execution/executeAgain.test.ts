import type { INodeParameters } from 'n8n-workflow';

import { messages, send, sendText } from '../../support/fixtures/parameters';
import { waitFor } from '../../support/n8n';
import { useChannel } from '../engine/channel';
import { startFileStorage } from '../engine/fileStorage';
import type { NodeInput } from '../engine/runNode';

const channel = useChannel({ acceptUnknownContacts: true });

let executions = 0;

/** Each execution has its own ID, except in a loop. */
const execute = async (input: Partial<Omit<NodeInput, 'credential'>> & { executionId?: string }) =>
	await channel.runNode({
		parameters: sendText(),
		executionId: `execution ${String(executions++)}`,
		...input,
	});

/** Executes the node for the items, and then once more, in a loop, for an item that fails. */
const executeAndFail = async (input: Partial<Omit<NodeInput, 'credential' | 'executionId'>>) => {
	const executionId = `execution ${String(executions++)}`;
	await execute({ executionId, ...input });
	await execute({ executionId, ...input, items: [{ contactId: rejected, text: 'Hi' }] });
};

/** A message to this contact is rejected until `accept` is called. */
const rejected = '11';
const reject = () => {
	channel.service.faults.add({
		match: { contactId: rejected },
		times: null,
		fault: { kind: 'status', status: 403, message: 'Blocked' },
	});
};
const accept = () => {
	channel.service.faults.clear();
};

const recipients = () => channel.service.messages.map(({ contactId }) => contactId).sort();

beforeEach(reject);

it('after a failure, executing again sends only the missing messages, however often it fails', async () => {
	const items = messages(25);
	const { error } = await execute({ items });
	expect(error?.description).toMatch(
		/(\d+) of 25 were sent \(items .*\)\. Correct item 11 and execute the workflow again within an hour: messages with the same text and file aren't sent again, unless/,
	);

	await execute({ items, parameters: sendText({ options: { checkWithoutSending: true } }) });
	await execute({ items: [...items, { contactId: '', text: 'invalid' }] });
	await execute({ items });
	accept();
	const { items: output, hints } = await execute({ items });

	const skipped = output.filter(({ json }) => json.reason === 'alreadySent');
	const sent = output.filter((item) => !skipped.includes(item)).map(({ json }) => json.contactId);
	expect(output).toHaveLength(25);
	expect(sent).toContain(rejected);
	expect(hints.map(({ message }) => message).join(' ')).toContain(
		`skipped ${String(skipped.length)} (sent or possibly sent earlier)`,
	);
	expect(recipients()).toEqual(items.map(({ contactId }) => contactId).sort());
});

it('after a trial with only the corrected item, executing the whole list skips sent messages', async () => {
	const items = messages(12);
	await execute({ items });
	accept();
	await execute({ items: items.slice(11) });

	await execute({ items });
	await execute({ items: messages(2) });

	const listed = items.map(({ contactId }) => contactId);
	expect(recipients()).toEqual([...listed, '0', '1', rejected].sort());
});

it('concurrent executions after a failure skip the same messages', async () => {
	const items = messages(12);
	await execute({ items });
	accept();

	await Promise.all([execute({ items }), execute({ items })]);

	expect(recipients()).toEqual([...items.map(({ contactId }) => contactId), rejected].sort());
});

it('after an execution without a failure, executing again sends everything again', async () => {
	accept();
	await execute({ items: messages(2) });
	await execute({ items: messages(2) });

	expect(recipients()).toEqual(['0', '0', '1', '1']);
});

it('sends intended repetitions of a message as often as the list contains them', async () => {
	const item = { contactId: '1', text: 'Hi' };
	const last = { contactId: rejected, text: 'Hi' };
	await executeAndFail({ items: [item, item] });

	accept();
	await execute({ items: [item, item, item, last] });

	expect(recipients()).toEqual(['1', '1', '1', rejected]);
});

it("a message is skipped if the contact's ID has another spelling, but sent if its text is different", async () => {
	const last = { contactId: rejected, text: 'Hi' };
	await executeAndFail({ items: messages(3) });

	accept();
	await execute({
		items: [{ contactId: 'cus_1', text: 'Hi' }, { contactId: '2', text: 'Hello' }, last],
	});

	expect(recipients()).toEqual(['0', '1', rejected, '2', '2']);
});

it('messages from all iterations of a loop are skipped', async () => {
	const executionId = 'loop';
	await execute({ executionId, items: [{ contactId: '1', text: 'Hi' }] });
	await execute({ executionId, items: [{ contactId: '1', text: 'Hi' }] });
	await execute({ executionId, items: [{ contactId: rejected, text: 'Hi' }] });

	accept();
	for (const contactId of ['1', '1', '1', rejected]) {
		await execute({ executionId: 'again', items: [{ contactId, text: 'Hi' }] });
	}

	expect(recipients()).toEqual(['1', '1', '1', rejected]);
});

it('concurrent loops keep their messages separate', async () => {
	await execute({ executionId: 'first loop', items: messages(1) });
	await execute({ executionId: 'second loop', items: [{ contactId: '2', text: 'Hi' }] });
	const last = [{ contactId: rejected, text: 'Hi' }];
	await execute({ executionId: 'first loop', items: last });
	await execute({ executionId: 'second loop', items: last });

	accept();
	await execute({ items: [...messages(3), ...last] });

	expect(recipients()).toEqual(['0', '1', rejected, '2']);
});

it('a loop that stops at an invalid item counts as failed', async () => {
	await execute({ executionId: 'loop with an invalid item', items: messages(1) });
	const invalid = [{ contactId: '', text: 'Hi' }];
	await execute({ executionId: 'loop with an invalid item', items: invalid });

	await execute({ items: messages(1) });

	expect(recipients()).toEqual(['0']);
});

it('an execution that starts between two attempts of another keeps the messages of both', async () => {
	const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1_000 };
	const items = [...messages(1), { contactId: rejected, text: 'Hi' }];
	const running = execute({ items, settings });
	await waitFor('the first failure', () =>
		channel.service.requests.some(({ status }) => status === 403),
	);
	await execute({ items: [{ contactId: '2', text: 'Hi' }] });
	await running;

	accept();
	await execute({ items });

	expect(recipients()).toEqual(['0', rejected, '2']);
});

it.each(['trigger', 'webhook'] as const)(
	"an execution with the mode '%s' neither skips messages nor makes others send them again",
	async (mode) => {
		const items = messages(2);
		await executeAndFail({ items });
		await execute({ items, mode });
		expect(recipients()).toEqual(['0', '0', '1', '1']);

		accept();
		await execute({ items: [...items, { contactId: rejected, text: 'Hi' }], mode: 'retry' });

		expect(recipients()).toEqual(['0', '0', '1', '1', rejected]);
	},
);

it('an execution that a person stopped counts as a failed one', async () => {
	accept();
	channel.service.faults.add({ match: { contactId: '2' }, fault: { kind: 'noResponse' } });
	const stop = new AbortController();
	const first = { contactId: '1', text: 'Hi' };
	const settings = { onError: 'continueRegularOutput' } as const;
	const running = execute({
		items: [first, { contactId: '2', text: 'Hi' }],
		settings,
		cancel: stop.signal,
	});
	await waitFor('both messages', () => channel.service.messages.length === 2);
	stop.abort();
	await running;

	await execute({ items: [first, ...messages(3)], settings });

	expect(recipients()).toEqual(['0', '1', '1', '2']);
});

describe('with a file', () => {
	const parameters = (): INodeParameters =>
		send({ messageType: 'file', binaryData: true, binaryPropertyName: 'file' });

	it.each<[title: string, fileName: string, content: string, count: number]>([
		['the same name and content is skipped', 'menu.pdf', 'a menu', 1],
		['another content is sent', 'menu.pdf', 'another menu', 2],
		['another name is sent', 'lunch.pdf', 'a menu', 2],
	])('a file with %s', async (_title, fileName, content, count) => {
		const storage = await startFileStorage();
		const pdf = { mimeType: 'application/pdf' };
		const first = await storage.store({ ...pdf, fileName: 'menu.pdf' }, 'a menu');
		const items = [{ contactId: '1' }];
		await executeAndFail({ parameters: parameters(), items, binary: { file: first } });

		accept();
		const second = await storage.store({ ...pdf, fileName }, content);
		await execute({ parameters: parameters(), items, binary: { file: second } });

		expect(recipients().filter((contactId) => contactId === '1')).toHaveLength(count);
	});
});
