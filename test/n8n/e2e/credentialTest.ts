import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

import { testEnvironment, wrongToken } from '../../support/fixtures/testEnvironment';
import { type Fault, startService } from '../../support/service';

/** Only counts the test's own requests: a poll of an earlier test can be late. */
const match = { path: 'name=phone' };

/** Tests the credential with changed data. */
async function testCredential(changes: Record<string, unknown> = {}) {
	const { client, credential, credentialData } = testEnvironment();
	return await client.testCredential(credential, { ...credentialData, ...changes });
}

const failure = (message: string) => ({
	status: 'Error',
	message: expect.stringContaining(message) as string,
});

export function credentialTest(): void {
	test('the credential test sends one search and trims the base URL and the token', async () => {
		const { service } = testEnvironment();

		const result = await testCredential({
			baseUrl: ` ${service.url}/v1/ `,
			token: ` ${service.token}\n`,
		});

		expect(result).toEqual({ status: 'OK', message: 'Connection successful!' });
		const path = '/v1/contact/by_custom_field?name=phone&value=0';
		const tests = service.requests.filter((request) => request.path.includes(match.path));
		expect(tests).toMatchObject([{ method: 'GET', path, status: 200 }]);
	});

	test.each([
		['an HTTP base URL', { baseUrl: 'http://channel.example.com' }, "'Allow HTTP (Not Secure)'"],
		['a wrong host', { baseUrl: 'http://127.0.0.1:9' }, 'No connection to the service'],
		['an invalid token', { token: wrongToken }, 'Generate a token in the channel settings'],
	])('the credential test reports the solution for %s', async (_, changes, solution) => {
		expect(await testCredential(changes)).toEqual(failure(solution));
	});

	test.each<[string, Fault, string]>([
		[
			'a web page',
			{ kind: 'response', status: 200, contentType: 'text/html', body: '<h1>' },
			"'Base URL'",
		],
		['status 500', { kind: 'status', status: 500 }, 'The service failed (500)'],
	])('the credential test fails if the service responds with %s', async (_, fault, message) => {
		testEnvironment().service.faults.add({ fault, match });

		expect(await testCredential()).toEqual(failure(message));
	});

	test('the credential test stops reading a compressed response of 200 MB', async () => {
		const bomb = gzipSync(Buffer.alloc(200 * 2 ** 20));
		const server = createServer((_, response) => {
			response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb);
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		try {
			const { port } = server.address() as AddressInfo;
			const baseUrl = `http://127.0.0.1:${String(port)}`;

			expect(await testCredential({ baseUrl })).toEqual(failure('larger than 4 MB'));
		} finally {
			server.close();
		}
	});

	test('the credential test sends no token to the target of a redirect', async () => {
		const target = await startService();
		try {
			const location = `${target.url}/v1/contact/by_custom_field?name=phone&value=0`;
			const fault: Fault = { kind: 'status', status: 302, headers: { location } };
			testEnvironment().service.faults.add({ fault, match });

			expect(await testCredential()).toMatchObject({ status: 'Error' });
			expect(target.requests).toEqual([]);
		} finally {
			await target.close();
		}
	});
}
