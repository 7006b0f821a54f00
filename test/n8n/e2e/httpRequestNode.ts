import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { INodeParameters } from 'n8n-workflow';
import {
	type Execution,
	loopback,
	manualTrigger,
	newNode,
	sequentialWorkflow,
} from '../../support/n8n';
import { testEnvironment } from '../../support/fixtures/testEnvironment';

/** Sends a request with an HTTP Request node that uses the credential. */
async function sendRequest(typeVersion: number, parameters: INodeParameters): Promise<Execution> {
	const { client, credential, service } = testEnvironment();
	const node = newNode('HTTP Request', ['n8n-nodes-base.httpRequest', typeVersion], {
		url: `${service.url}/v1/contact/1`,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: 'channelMessagingApi',
		...parameters,
	});
	const { id, name } = credential;
	const nodes = [manualTrigger, { ...node, credentials: { channelMessagingApi: { id, name } } }];
	return await client.runWorkflow(sequentialWorkflow('HTTP Request', nodes));
}

/**
 * Runs an action with the URL of a server of another origin. Returns the headers of all requests
 * that the server receives.
 */
async function requestsToOtherServer(action: (url: string) => Promise<void>) {
	const received: unknown[] = [];
	const server = createServer(({ headers, url }, response) => {
		received.push({ url, headers });
		response.end('{}');
	});
	await new Promise<void>((resolve) => {
		server.listen(0, loopback, resolve);
	});
	const { port } = server.address() as AddressInfo;
	try {
		await action(`http://${loopback}:${String(port)}`);
		return received;
	} finally {
		server.close();
	}
}

/**
 * Users of n8n's HTTP Request node choose the URL and the options, and can select this credential.
 */
export function httpRequestNode(): void {
	test('the HTTP Request node sends the token to Base URL', async () => {
		const { service } = testEnvironment();

		await sendRequest(4.2, { url: `${service.url}/v1/contact/by_custom_field?name=phone&value=0` });

		expect(service.requests).toMatchObject([{ status: 200 }]);
	});

	test('the token is not sent with a Host header of another site', async () => {
		const { service } = testEnvironment();
		const parameters = [{ name: 'Host', value: 'other.example.com' }];

		const execution = await sendRequest(4.2, {
			sendHeaders: true,
			headerParameters: { parameters },
		});

		expect(execution.error?.message).toBeDefined();
		expect(service.requests).toEqual([]);
	});

	const followAll = { redirect: { redirect: { followRedirects: true, maxRedirects: 5 } } };

	test.each([
		{ typeVersion: 4.2, method: 'GET', path: '/1', status: 302, options: {} },
		{ typeVersion: 4.2, method: 'POST', path: '', status: 307, options: {} },
		{ typeVersion: 3, method: 'GET', path: '/1', status: 301, options: followAll },
		{ typeVersion: 3, method: 'DELETE', path: '/1/tags', status: 308, options: followAll },
	])(
		'the token is not sent to the target of a redirect: version $typeVersion, $method, $status',
		async ({ typeVersion, method, path, status, options }) => {
			const { service } = testEnvironment();
			const requests = await requestsToOtherServer(async (location) => {
				service.faults.add({ fault: { kind: 'status', status, headers: { location } } });
				const url = `${service.url}/v1/contact${path}`;
				const { error } = await sendRequest(typeVersion, { method, url, options });
				expect(error).toBeDefined();
			});

			expect(requests).toEqual([]);
			expect(service.requests).toMatchObject([{ status }]);
		},
	);

	test('the HTTP Request node sends no request if Ignore SSL Issues is on', async () => {
		const { service } = testEnvironment();

		const { error } = await sendRequest(4.2, { options: { allowUnauthorizedCerts: true } });

		expect(error?.message).toContain("'Ignore SSL Issues'");
		expect(service.requests).toEqual([]);
	});

	test('the HTTP Request node sends nothing to a proxy without encryption', async () => {
		const requests = await requestsToOtherServer(async (proxy) => {
			const { error } = await sendRequest(4.2, { options: { proxy } });
			expect(error?.message).toContain("'Proxy'");
		});

		expect(requests).toEqual([]);
	});
}
