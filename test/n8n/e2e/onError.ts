import { sendText } from '../../support/fixtures/parameters';
import { testEnvironment } from '../../support/fixtures/testEnvironment';
import { nodeName, type NodeSettings, runNode } from '../../support/fixtures/nodeWorkflow';

const containing = (text: string) => expect.stringContaining(text) as string;
const notFound = {
	error: {
		message: 'Contact not found [item 0]',
		description: containing('Check the ID'),
		outcome: 'notDone',
		reason: 'contactNotFound',
		httpCode: '403',
	},
};
const unknownOutcome = {
	error: {
		message: 'The service failed (500) [item 2]',
		description: containing('Something broke'),
		outcome: 'unknown',
		reason: 'serverFault',
		httpCode: '500',
	},
};
const invalid = {
	error: {
		message: "'Text' is empty [item 4]",
		description: containing('Enter a value'),
		outcome: 'notDone',
		reason: 'invalidParameter',
	},
};
const success = (row: { contactId: string; text: string } | undefined) => ({
	status: 'Success',
	message: 'Message Sent',
	content: { type: 'text', text: row?.text },
	contactId: row?.contactId,
});

/** Returns six items: the service rejects the first, the third has an unknown outcome, the fifth is invalid. */
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
		// In a Continue mode, n8n retries the node only if the first item fails.
		contactId: row === 0 ? 'nobody' : id,
		text: row === 4 ? '' : `Message ${String(row)}`,
		message: "The user's own",
	}));
}

const maxTries = 3;
const retryOnFail: NodeSettings = { retryOnFail: true, maxTries, waitBetweenTries: 1 };

function expectEachSentOnce(): void {
	const { requests, messages } = testEnvironment().service;
	const texts = messages.map(({ item }) => item.type === 'text' && item.text);
	expect([...texts].sort()).toEqual(['Message 1', 'Message 2', 'Message 3', 'Message 5']);
	expect(requests.filter(({ path }) => path.endsWith('/nobody'))).toHaveLength(maxTries);
}

/**
 * Failed items with Retry On Fail. The releases of n8n have different criteria for items of the error
 * output.
 */
export function onError(): void {
	test('Stop Workflow: a rejection ends the execution after all attempts', async () => {
		const items = [{ contactId: 'nobody', text: 'Hi' }];

		const { execution } = await runNode({ parameters: sendText(), items, settings: retryOnFail });

		expect(execution).toMatchObject({ status: 'error', lastNode: nodeName });
		expect(execution.error).toMatchObject({
			name: 'NodeApiError',
			message: 'Contact not found [item 0]',
			description: containing('Check the ID'),
			httpCode: '403',
			context: { itemIndex: 0 },
		});
		expect(testEnvironment().service.requests).toHaveLength(maxTries);
	});

	test('Continue: failed items have an error at their position', async () => {
		const items = sixRows();
		const { execution, node } = await runNode({
			parameters: sendText(),
			items,
			settings: { ...retryOnFail, onError: 'continueRegularOutput' },
		});

		expect(execution.status).toBe('success');
		expect(node.outputs).toEqual([
			[
				notFound,
				success(items[1]),
				unknownOutcome,
				success(items[3]),
				invalid,
				success(items[5]),
			].map((json, item) => ({ json, pairedItem: { item } })),
		]);
		expectEachSentOnce();
	});

	test('Continue (using error output): failed items keep their fields', async () => {
		const items = sixRows();

		const result = await runNode({
			parameters: sendText(),
			items,
			settings: { ...retryOnFail, onError: 'continueErrorOutput' },
		});

		expect(result.execution.status).toBe('success');
		expect(result.items.map(({ json }) => json)).toEqual(
			[1, 3, 5].map((row) => success(items[row])),
		);
		expect(result.errorItems.map(({ json }) => json)).toEqual([
			{ ...items[0], ...notFound },
			{ ...items[2], ...unknownOutcome },
			{ ...items[4], ...invalid },
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
