import { freePort, loopback } from '../../support/n8n';
import { type NodeSettings, runNode } from '../../support/fixtures/nodeWorkflow';
import { sendText } from '../../support/fixtures/parameters';
import { testEnvironment, withCredentialData } from '../../support/fixtures/testEnvironment';

const retryOnFail = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

/** Sends a message to each of the first contacts. */
async function send(count = 1, settings: NodeSettings = retryOnFail) {
	const items = testEnvironment()
		.service.contacts.all()
		.slice(0, count)
		.map(({ id }) => ({ contactId: id, text: `To ${id}` }));
	const parameters = { ...sendText(), options: { timeout: 1 } };
	return await runNode({ parameters, items, settings });
}

/** Failed requests, because the releases of n8n report errors of their HTTP client differently. */
export function failedRequests(): void {
	test('a refused connection is reported as not sent', async () => {
		const baseUrl = `http://${loopback}:${String(await freePort())}`;

		const { execution } = await withCredentialData({ baseUrl }, async () => await send(1, {}));

		expect(execution.error?.message).toContain('No connection to the service');
		expect(execution.error?.description).toMatch(/ECONNREFUSED.*Nothing was sent\./);
	});

	test.each([
		['after a lost connection', { kind: 'connectionLost', when: 'afterEffect' }, 'was lost'],
		['after a timeout', { kind: 'noResponse' }, 'No response from the service within 1 s'],
	] as const)('a message is not resent %s', async (_, fault, message) => {
		const { service } = testEnvironment();
		service.faults.add({ fault });

		const { execution } = await send();

		expect(execution.error?.message).toContain(message);
		expect(execution.error?.description).toContain(
			'The request may or may not have been processed.',
		);
		expect(service.messages).toHaveLength(1);
	});

	test('messages are resent after a 429, and a hint shows the waiting time', async () => {
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
