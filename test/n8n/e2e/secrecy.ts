import { runNode } from '../../support/fixtures/nodeWorkflow';
import { sendText } from '../../support/fixtures/parameters';
import { filesContaining, storedExecutions } from '../../support/fixtures/secrecy';
import { contactId, testEnvironment } from '../../support/fixtures/testEnvironment';
import type { Fault } from '../../support/service';

/** The text of each message. */
const messageText = 'a-confidential-text';

/** Returns responses that contain the token. */
const faultsWith = (token: string): ReadonlyArray<Extract<Fault, { status: number }>> => [
	{ kind: 'status', status: 401, message: `No channel for Bearer ${token}` },
	{ kind: 'status', status: 403, message: `No channel for Bearer ${token}` },
	{ kind: 'status', status: 500, message: `No channel for Bearer ${token}` },
	{ kind: 'status', status: 302, headers: { location: `/x?token=${token}` } },
	{ kind: 'response', status: 200, contentType: 'text/html', body: `<p>${token}` },
	{
		kind: 'response',
		status: 403,
		contentType: 'application/json',
		body: `{"status":"error","message":"No channel for ${token.replaceAll('-', '\\u002D')}"}`,
	},
	{
		kind: 'status',
		status: 429,
		message: token,
		headers: { 'retry-after': '1', 'x-token': token },
	},
];

/** Provokes errors. `useN8n` expects that n8n has written no token after all tests. */
export function secrecy(): void {
	test('results contain no token from the service, and logs contain no message', async () => {
		const environment = testEnvironment();
		const { client, credential, credentialData, service } = environment;

		for (const fault of faultsWith(service.token)) {
			// The node would retry for minutes.
			service.faults.add({ times: fault.status === 429 ? 1 : Infinity, fault });
			const input = {
				parameters: sendText(),
				items: [{ contactId: contactId(), text: messageText }],
			};
			const stopped = await runNode(input);
			const continued = await runNode({ ...input, settings: { onError: 'continueRegularOutput' } });
			const tested = await client.testCredential(credential, credentialData);
			service.faults.clear();
			// After five unknown outcomes in a row, the next message would wait.
			await runNode(input);

			expect(JSON.stringify([stopped, continued, tested])).not.toContain(service.token);
		}

		expect(environment.output()).toContain('Channel Messaging');
		expect(environment.output()).not.toContain(messageText);
	});

	test('the searches for secrets find a message in the executions and the database', async () => {
		const { client, userFolder } = testEnvironment();
		const executions = await storedExecutions(client);

		expect(executions.some((execution) => execution.includes(messageText))).toBe(true);
		expect(await filesContaining(userFolder, messageText)).not.toEqual([]);
	});
}
