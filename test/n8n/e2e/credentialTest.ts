import { freePort, loopback } from '../../support/n8n';
import { testEnvironment, wrongToken } from '../../support/fixtures/testEnvironment';
import { type Fault, startService } from '../../support/service';

/** Tests the credential with changed data. */
async function testCredential(change: Record<string, unknown> = {}) {
	const { client, credential, credentialData } = testEnvironment();
	return await client.testCredential(credential, { ...credentialData, ...change });
}

const website: Fault = { kind: 'response', status: 200, contentType: 'text/html', body: '<h1>' };

/** The test of the credential, which n8n sends. */
export function credentialTest(): void {
	test('the credential test sends one search, and trims the base URL and the token', async () => {
		const { service } = testEnvironment();

		const result = await testCredential({
			baseUrl: ` ${service.url}/v1/ `,
			token: ` ${service.token}\n`,
		});

		expect(result).toEqual({ status: 'OK', message: 'Connection successful!' });
		const path = '/v1/contact/by_custom_field?name=phone&value=0';
		expect(service.requests).toMatchObject([{ method: 'GET', path, status: 200 }]);
	});

	test('a refused connection is reported', async () => {
		const baseUrl = `http://${loopback}:${String(await freePort())}`;

		// The releases of n8n have different messages.
		expect(await testCredential({ baseUrl })).toEqual({
			status: 'Error',
			message: expect.stringMatching(/refused the connection|ECONNREFUSED/) as string,
		});
	});

	test('the message for an HTTP base URL contains the setting that allows it', async () => {
		expect(await testCredential({ baseUrl: 'http://channel.example.com' })).toEqual({
			status: 'Error',
			message: expect.stringContaining("'Allow HTTP (Not Secure)'") as string,
		});
	});

	test('the message for an invalid token explains where to generate a token', async () => {
		expect(await testCredential({ token: wrongToken })).toEqual({
			status: 'Error',
			message:
				'API Token is invalid. Generate a token in the channel settings, with the key icon next to the channel.',
		});
	});

	test.each<[string, Fault, RegExp]>([
		['a web page', website, /Base URL/],
		['status 500', { kind: 'status', status: 500 }, /./],
	])('the credential test fails if the service responds with %s', async (_, fault, message) => {
		testEnvironment().service.faults.add({ fault });

		expect(await testCredential()).toEqual({
			status: 'Error',
			message: expect.stringMatching(message) as string,
		});
	});

	test('the credential test sends no token to the target of a redirect', async () => {
		const target = await startService();
		try {
			const location = `${target.url}/v1/contact/by_custom_field?name=phone&value=0`;
			const fault: Fault = { kind: 'status', status: 302, headers: { location } };
			testEnvironment().service.faults.add({ fault });

			expect(await testCredential()).toMatchObject({ status: 'Error' });
			expect(target.requests).toEqual([]);
		} finally {
			await target.close();
		}
	});
}
