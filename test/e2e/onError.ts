import { sendText } from '../running/parameters';
import { theRunning, wrongToken } from '../running/running';
import { nodeName, type NodeSettings, runFlow } from '../running/workflow';

const stranger = 'nobody';
const refused = 'The service refused the call';
const unsure = 'The service answered 500, so it may or may not have done the call';
const empty = "'Text' is empty";

/** A message for each row: to a contact, to one that the service refuses, or without a text. */
function rows(...kinds: readonly ('empty' | 'good' | 'refused' | 'unsure')[]) {
	const contacts = theRunning().service.contacts.all();
	return kinds.map((kind, row) => ({
		row,
		contactId: kind === 'refused' ? stranger : (contacts[row]?.id ?? ''),
		text: kind === 'empty' ? '' : `Message ${String(row)}`,
		message: "The user's own",
	}));
}

/** The service takes the message, and fails before it has said so. */
function failAfterSending(contactId: string | undefined): void {
	theRunning().service.faults.add({
		match: contactId === undefined ? {} : { contactId },
		times: Infinity,
		fault: { kind: 'statusAfterEffect', status: 500, message: 'Something broke' },
	});
}

const receivedRows = () =>
	theRunning()
		.service.messages.flatMap(({ item }) => (item.type === 'text' ? [item.text] : []))
		.sort();
const callsTo = (contactId: string | undefined) =>
	theRunning().service.calls.filter(({ path }) => path.endsWith(`/${contactId ?? ''}`)).length;

const tries = 3;
const retries: readonly { retry: string; settings: NodeSettings; runs: number }[] = [
	{ retry: 'off', settings: {}, runs: 1 },
	{
		retry: 'on',
		settings: { retryOnFail: true, maxTries: tries, waitBetweenTries: 1 },
		runs: tries,
	},
];

/** What happens to the rest of a batch when some of its items are bad. */
export function onError(): void {
	describe.each(retries)('with Retry On Fail $retry', ({ settings, runs }) => {
		describe('Stop Workflow', () => {
			test('one item without a text: nothing is sent, and the item is named', async () => {
				const { execution, node } = await runFlow({
					parameters: sendText,
					items: rows('good', 'good', 'empty', 'good'),
					settings,
				});

				expect(execution).toMatchObject({ status: 'error', lastNode: nodeName });
				expect(execution.error).toMatchObject({
					name: 'NodeOperationError',
					message: `${empty} [item 2]`,
					context: { itemIndex: 2 },
				});
				expect(execution.error?.description).toMatch(/^Enter a value.*Nothing was sent\.$/);
				expect(node.error?.message).toBe(execution.error?.message);
				expect(theRunning().service.calls).toEqual([]);
			});

			test('one item refused: what the service said, and how far the run came', async () => {
				const { execution } = await runFlow({
					parameters: sendText,
					items: rows('good', 'refused', 'good'),
					settings,
				});

				expect(execution.status).toBe('error');
				expect(execution.error).toMatchObject({
					name: 'NodeApiError',
					message: `${refused} [item 1]`,
					httpCode: '403',
					context: { itemIndex: 1 },
				});
				const received = receivedRows();
				expect(execution.error?.description).toContain('The service said: Contact not found.');
				expect(execution.error?.description).toContain('Already sent: item');
				expect(new Set(received).size).toBe(received.length);
				expect(callsTo(stranger)).toBe(runs);
			});

			test('one item may have been sent: it is said, and it is not sent again', async () => {
				const items = rows('good', 'unsure', 'good');
				failAfterSending(items[1]?.contactId);

				const { execution } = await runFlow({ parameters: sendText, items, settings });

				expect(execution.error).toMatchObject({ message: `${unsure} [item 1]`, httpCode: '500' });
				expect(execution.error?.description).toContain('Possibly sent: item 1.');
				expect(callsTo(items[1]?.contactId)).toBe(1);
				const received = receivedRows();
				expect(received).toContain('Message 1');
				expect(new Set(received).size).toBe(received.length);
			});
		});

		const mixed = () => {
			// n8n runs the node again only when its first item is bad.
			const items = rows('refused', 'good', 'unsure', 'good', 'empty', 'good');
			failAfterSending(items[2]?.contactId);
			return items;
		};
		const sent = { status: 'Success', message: 'Message Sent', data: [] };
		const failures = {
			0: {
				message: `${refused} [item 0]`,
				description: expectText('Contact not found.'),
				outcome: 'notDone',
				reason: 'refused',
				httpCode: '403',
			},
			2: {
				message: `${unsure} [item 2]`,
				description: expectText('Something broke'),
				outcome: 'unknown',
				reason: 'serverFault',
				httpCode: '500',
			},
			4: {
				message: `${empty} [item 4]`,
				description: expectText('Enter a value'),
				outcome: 'notDone',
				reason: 'invalidParameter',
			},
		};
		const expectEachSentOnce = (items: ReturnType<typeof mixed>) => {
			expect(receivedRows()).toEqual(['Message 1', 'Message 2', 'Message 3', 'Message 5']);
			expect(callsTo(items[2]?.contactId)).toBe(1);
			expect(callsTo(stranger)).toBe(runs);
		};

		test('Continue: the errors stand among the items, each at its place', async () => {
			const items = mixed();

			const { execution, node } = await runFlow({
				parameters: sendText,
				items,
				settings: { ...settings, onError: 'continueRegularOutput' },
			});

			expect(execution.status).toBe('success');
			expect(node.outputs).toEqual([
				[
					{ error: failures[0] },
					sent,
					{ error: failures[2] },
					sent,
					{ error: failures[4] },
					sent,
				].map((json, item) => ({ json, pairedItem: { item } })),
			]);
			expectEachSentOnce(items);
		});

		test('Continue (using error output): only the bad items go there, with their fields', async () => {
			const items = mixed();

			const result = await runFlow({
				parameters: sendText,
				items,
				settings: { ...settings, onError: 'continueErrorOutput' },
			});

			expect(result.execution.status).toBe('success');
			expect(result.items.map(({ json }) => json)).toEqual([sent, sent, sent]);
			expect(result.node.outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([
				{ item: 1 },
				{ item: 3 },
				{ item: 5 },
			]);
			expect(result.errorItems.map(({ json }) => json)).toEqual([
				{ ...items[0], error: failures[0] },
				{ ...items[2], error: failures[2] },
				{ ...items[4], error: failures[4] },
			]);
			expect(result.node.outputs[1]?.map(({ pairedItem }) => pairedItem)).toEqual([
				{ item: 0 },
				{ item: 2 },
				{ item: 4 },
			]);
			expectEachSentOnce(items);
		});
	});

	test('a wrong token: Retry On Fail does not ask the service again', async () => {
		const { client, credential, credentialData } = theRunning();
		await client.updateCredential(credential.id, {
			...credential,
			data: { ...credentialData, token: wrongToken },
		});
		try {
			const { execution } = await runFlow({
				parameters: sendText,
				items: rows('good'),
				settings: { retryOnFail: true, maxTries: tries, waitBetweenTries: 1 },
			});

			expect(execution.error).toMatchObject({
				message: 'The channel token was not accepted [item 0]',
				httpCode: '401',
			});
			expect(execution.error?.description).toContain('API Token is invalid.');
			expect(theRunning().service.calls).toHaveLength(1);
		} finally {
			await client.updateCredential(credential.id, { ...credential, data: credentialData });
		}
	});
}

function expectText(part: string): string {
	return expect.stringContaining(part) as string;
}
