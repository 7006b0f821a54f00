import { runNode } from '../../support/fixtures/nodeWorkflow';
import { sendText } from '../../support/fixtures/parameters';
import { filesContaining, storedExecutions } from '../../support/fixtures/secrecy';
import { testEnvironment } from '../../support/fixtures/testEnvironment';
import type { Fault } from '../../support/service';

/** The text of each message. */
const messageText = 'a-confidential-text';

/** Responses that contain the token. */
const faults: ReadonlyArray<readonly [string, (token: string) => Fault]> = [
	...[401, 403, 500].map(
		(status) =>
			[
				`status ${String(status)}`,
				(token: string): Fault => ({
					kind: 'status',
					status,
					message: `No channel for Bearer ${token}`,
				}),
			] as const,
	),
	[
		'a redirect',
		(token) => ({ kind: 'status', status: 302, headers: { location: `/x?token=${token}` } }),
	],
	[
		'a web page',
		(token) => ({
			kind: 'response',
			status: 200,
			contentType: 'text/html',
			body: `<p>${token}`,
		}),
	],
	['a lost connection', () => ({ kind: 'connectionLost', when: 'afterEffect' })],
	// The last one, because the node then rejects requests for a moment.
	[
		'status 429',
		(token) => ({
			kind: 'status',
			status: 429,
			message: token,
			headers: { 'retry-after': '86400', 'x-token': token },
		}),
	],
];

/** Provokes all kinds of errors. `useN8n` expects that n8n has written no token after all tests. */
export function secrecy(): void {
	test.each(faults)('errors do not contain the token from the response: %s', async (_, fault) => {
		const { client, credential, credentialData, service } = testEnvironment();
		service.faults.add({ times: Infinity, fault: fault(service.token) });
		const items = [{ contactId: service.contacts.all()[0]?.id ?? '', text: messageText }];
		const parameters = sendText();

		const { execution } = await runNode({ parameters, items });
		const continued = await runNode({
			parameters,
			items,
			settings: { onError: 'continueRegularOutput' },
		});
		const tested = await client.testCredential(credential, credentialData);

		for (const result of [execution, continued.execution, tested]) {
			expect(JSON.stringify(result)).not.toContain(service.token);
		}
	});

	test('the searches for secrets find a message in the executions and the database', async () => {
		const { client, userFolder } = testEnvironment();
		const executions = await storedExecutions(client);

		expect(executions.some((execution) => execution.includes(messageText))).toBe(true);
		expect(await filesContaining(userFolder, messageText)).not.toEqual([]);
	});

	test('the log contains no messages', () => {
		const output = testEnvironment().output();

		expect(output).toContain('Channel Messaging');
		expect(output).not.toContain(messageText);
	});
}
