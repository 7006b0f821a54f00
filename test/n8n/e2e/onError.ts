import { sendText } from '../../support/fixtures/parameters';
import { testEnvironment } from '../../support/fixtures/testEnvironment';
import { nodeName, type NodeSettings, runNode } from '../../support/fixtures/nodeWorkflow';

const containing = (part: string) => expect.stringContaining(part) as string;
const refused = {
	error: {
		message: 'Contact not found [item 0]',
		description: containing('Check the ID'),
		outcome: 'notDone',
		reason: 'contactNotFound',
		httpCode: '403',
	},
};
const unsure = {
	error: {
		message: 'The service failed (500) [item 2]',
		description: containing('Something broke'),
		outcome: 'unknown',
		reason: 'serverFault',
		httpCode: '500',
	},
};
const empty = {
	error: {
		message: "'Text' is empty [item 4]",
		description: containing('Enter a value'),
		outcome: 'notDone',
		reason: 'invalidParameter',
	},
};
const sent = (row: { contactId: string; text: string } | undefined) => ({
	status: 'Success',
	message: 'Message Sent',
	content: { type: 'text', text: row?.text },
	contactId: row?.contactId,
});

/** Six messages: the first is refused, the third may have been sent, the fifth has no text. */
function sixRows() {
	const { contacts, faults } = testEnvironment().service;
	const rows = contacts.all().slice(0, 6);
	faults.add({
		match: { contactId: rows[2]?.id ?? '' },
		times: Infinity,
		fault: { kind: 'statusAfterEffect', status: 500, message: 'Something broke' },
	});
	return rows.map(({ id }, row) => ({
		row,
		// n8n runs the node again only when its first item is bad.
		contactId: row === 0 ? 'nobody' : id,
		text: row === 4 ? '' : `Message ${String(row)}`,
		message: "The user's own",
	}));
}

const tries = 3;
const retry: NodeSettings = { retryOnFail: true, maxTries: tries, waitBetweenTries: 1 };

function expectEachSentOnce(): void {
	const { requests, messages } = testEnvironment().service;
	const texts = messages.map(({ item }) => item.type === 'text' && item.text);
	expect([...texts].sort()).toEqual(['Message 1', 'Message 2', 'Message 3', 'Message 5']);
	expect(requests.filter(({ path }) => path.endsWith('/nobody'))).toHaveLength(tries);
}

/**
 * What happens to the rest of a batch when some of its items are bad, with n8n's Retry On Fail.
 * Releases of n8n differ in what they take for an item of the error output.
 */
export function onError(): void {
	test('Stop Workflow: a refusal ends the run, and the service is asked at each try', async () => {
		const items = [{ contactId: 'nobody', text: 'Hi' }];

		const { execution } = await runNode({ parameters: sendText(), items, settings: retry });

		expect(execution).toMatchObject({ status: 'error', lastNode: nodeName });
		expect(execution.error).toMatchObject({
			name: 'NodeApiError',
			message: 'Contact not found [item 0]',
			description: containing('Check the ID'),
			httpCode: '403',
			context: { itemIndex: 0 },
		});
		expect(testEnvironment().service.requests).toHaveLength(tries);
	});

	test('Continue: the errors stand among the items, each at its place', async () => {
		const items = sixRows();
		const { execution, node } = await runNode({
			parameters: sendText(),
			items,
			settings: { ...retry, onError: 'continueRegularOutput' },
		});

		expect(execution.status).toBe('success');
		expect(node.outputs).toEqual([
			[refused, sent(items[1]), unsure, sent(items[3]), empty, sent(items[5])].map(
				(json, item) => ({ json, pairedItem: { item } }),
			),
		]);
		expectEachSentOnce();
	});

	test('Continue (using error output): only the bad items go there, with their fields', async () => {
		const items = sixRows();

		const result = await runNode({
			parameters: sendText(),
			items,
			settings: { ...retry, onError: 'continueErrorOutput' },
		});

		expect(result.execution.status).toBe('success');
		expect(result.items.map(({ json }) => json)).toEqual([1, 3, 5].map((row) => sent(items[row])));
		expect(result.errorItems.map(({ json }) => json)).toEqual([
			{ ...items[0], ...refused },
			{ ...items[2], ...unsure },
			{ ...items[4], ...empty },
		]);
		expect(result.node.outputs.map((output) => output.map(({ pairedItem }) => pairedItem))).toEqual(
			[
				[{ item: 1 }, { item: 3 }, { item: 5 }],
				[{ item: 0 }, { item: 2 }, { item: 4 }],
			],
		);
		expectEachSentOnce();
	});
}
