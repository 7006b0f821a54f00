import { type AddressInfo, connect, createServer } from 'node:net';
import type { INodeParameters } from 'n8n-workflow';
import { freePort, loopback, outputOf, waitFor } from '../../support/n8n';
import {
	nodeName,
	type NodeSettings,
	runNode,
	workflowOf,
} from '../../support/fixtures/nodeWorkflow';
import { useOtherChannels } from '../../support/fixtures/otherChannels';
import { messages, retryOnFail, sendText } from '../../support/fixtures/parameters';
import {
	contactId,
	testEnvironment,
	withCredentialData,
} from '../../support/fixtures/testEnvironment';

/** Sends a message to a contact. Returns the error of the execution. */
async function errorOfSend(settings: NodeSettings, options: INodeParameters = {}) {
	const items = [{ contactId: contactId(), text: 'Hi' }];
	const { execution } = await runNode({ parameters: sendText({ options }), items, settings });
	return execution.error;
}

/**
 * Starts a server that forwards connections to an address. The caller must close it.
 *
 * @param onConnection called for each connection
 */
async function startForwarding(address: string, onConnection: () => void) {
	const { hostname, port } = new URL(address);
	const server = createServer((socket) => {
		onConnection();
		const forwarded = connect(Number(port), hostname);
		socket.pipe(forwarded).pipe(socket);
		for (const one of [socket, forwarded]) one.on('error', () => undefined);
	});
	await new Promise<void>((resolve) => server.listen(0, loopback, resolve));
	const { port: ownPort } = server.address() as AddressInfo;
	return { url: `http://${loopback}:${String(ownPort)}`, close: () => server.close() };
}

/** The releases of n8n report HTTP client errors differently. */
export function failedRequests(): void {
	const startChannel = useOtherChannels();

	test('a refused connection is reported as not sent', async () => {
		const baseUrl = `http://${loopback}:${String(await freePort())}`;

		const error = await withCredentialData({ baseUrl }, async () => await errorOfSend({}));

		expect(error?.message).toContain('No connection to the service');
		expect(error?.description).toMatch(/ECONNREFUSED.*Nothing was sent\./);
	});

	test.each([
		['after a lost connection', { kind: 'connectionLost', when: 'afterEffect' }, {}, 'was lost'],
		// The duration includes sending the request.
		[
			'after a timeout',
			{ kind: 'noResponse' },
			{ timeout: 5 },
			'No response from the service within 5 s',
		],
	] as const)('a message is not resent %s', async (_, fault, options, message) => {
		const { service } = testEnvironment();
		service.faults.add({ fault });

		const error = await errorOfSend(retryOnFail, options);

		expect(error?.message).toContain(message);
		expect(error?.description).toContain('The request may or may not have been processed.');
		expect(service.messages).toHaveLength(1);
	});

	test("an outage with responses puts only a few of a campaign's messages at risk", async () => {
		const { client, credential, service } = await startChannel({ messagesPerSecond: 2 });
		const maintenance = { status: 200, contentType: 'text/html', body: '<h1>Maintenance' } as const;
		service.faults.add({ times: Infinity, fault: { kind: 'response', ...maintenance } });
		const contactIds = Array.from({ length: 20 }, (_, index) => `contact-${String(index)}`);
		const id = await client.startWorkflow(
			workflowOf({
				parameters: sendText(),
				items: contactIds.map((contactId) => ({ contactId, text: 'Hi' })),
				settings: { onError: 'continueRegularOutput' },
				credential,
			}),
		);
		await waitFor('a read that tests the service', () =>
			service.requests.some(({ method }) => method === 'GET'),
		);
		service.faults.clear();

		const items = outputOf(await client.waitForExecution(id), nodeName);
		const atRisk = items.filter(({ json }) => json['error'] !== undefined).length;
		// The node stops after five responses, but a few more requests were already written.
		expect(atRisk).toBeGreaterThanOrEqual(5);
		expect(atRisk).toBeLessThan(10);
		// The service processed each message once, although its response was lost.
		expect(service.messages.map(({ contactId }) => contactId).sort()).toEqual(contactIds.sort());
	});

	// A connection that the service closes at the moment of reuse would lose a message.
	test('each request has its own connection', async () => {
		const { service } = testEnvironment();
		service.configure({ acceptUnknownContacts: true });
		let connections = 0;
		const forwarding = await startForwarding(service.url, () => (connections += 1));
		try {
			await withCredentialData({ baseUrl: forwarding.url }, async () => {
				await runNode({ parameters: sendText(), items: messages(3) });
				await runNode({ parameters: sendText(), items: messages(1) });
			});
		} finally {
			forwarding.close();
		}

		expect(service.messages).toHaveLength(4);
		expect(connections).toBe(4);
	});

	test('a message is resent after a 429', async () => {
		const { service } = testEnvironment();
		const headers = { 'retry-after': '1' };
		service.faults.add({ fault: { kind: 'status', status: 429, headers } });

		expect(await errorOfSend({})).toBeUndefined();
		expect(service.requests.map(({ status }) => status)).toEqual([429, 200]);
	});
}
