import { freePort, loopback } from '../../support/n8n';
import { sendText } from '../../support/fixtures/parameters';
import { testEnvironment } from '../../support/fixtures/testEnvironment';
import { runNode } from '../../support/fixtures/nodeWorkflow';

const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

/** Sends so many messages. */
async function send(count = 1) {
	const items = testEnvironment()
		.service.contacts.all()
		.slice(0, count)
		.map(({ id }) => ({ contactId: id, text: `To ${id}` }));
	const parameters = { ...sendText(), options: { timeout: 1 } };
	return await runNode({ parameters, items, settings: retry });
}

/**
 * How calls go wrong, and what is told afterwards. n8n's releases hand the failures of their HTTP
 * client to a node in different shapes, and a message is sent again only where it can't have gone out.
 */
export function connections(): void {
	test('nothing listens at the base URL: it is known that nothing was sent', async () => {
		const { client, credential, credentialData } = testEnvironment();
		const baseUrl = `http://${loopback}:${String(await freePort())}`;
		await client.updateCredential(credential.id, {
			...credential,
			data: { ...credentialData, baseUrl },
		});
		try {
			const { execution } = await send();

			expect(execution.error?.message).toContain('No connection to the service');
			expect(execution.error?.description).toMatch(/ECONNREFUSED.*Nothing was sent\./);
		} finally {
			await client.updateCredential(credential.id, { ...credential, data: credentialData });
		}
	});

	test.each([
		['the connection is lost', { kind: 'connectionLost', when: 'afterEffect' }, 'was lost'],
		['no answer comes', { kind: 'noResponse' }, 'No response from the service within 1 s'],
	] as const)('%s: the message may have gone out, and is not sent again', async (...given) => {
		const [, fault, words] = given;
		const { service } = testEnvironment();
		service.faults.add({ fault });

		const { execution } = await send();

		expect(execution.error?.message).toContain(words);
		expect(execution.error?.description).toContain(
			'The request may or may not have been processed.',
		);
		expect(service.messages).toHaveLength(1);
	});

	test('others use the token: nothing is lost, and the wait is told', async () => {
		const { service } = testEnvironment();
		const headers = { 'retry-after': '1' };
		service.faults.add({ times: 2, fault: { kind: 'status', status: 429, headers } });

		const { execution, node } = await send(10);

		expect(execution.status).toBe('success');
		expect(service.statistics()).toMatchObject({ accepted: 10, duplicates: 0, rateLimited: 2 });
		expect(node.hints.map(({ message }) => message).join()).toMatch(
			/^Sent 10 messages at \d+\.\d\/s; waited \d+\.\d s for the rate limit$/,
		);
	});
}
