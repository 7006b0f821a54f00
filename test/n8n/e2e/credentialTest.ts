import { freePort, loopback } from '../../support/n8n';
import { testEnvironment, wrongToken } from '../../support/fixtures/testEnvironment';
import { type Fault, startService } from '../../support/service';

/** Presses the Test button with what the form holds after a change. */
async function pressTest(change: Record<string, unknown> = {}) {
	const { client, credential, credentialData } = testEnvironment();
	return await client.testCredential(credential, { ...credentialData, ...change });
}

const website: Fault = { kind: 'response', status: 200, contentType: 'text/html', body: '<h1>' };

/** What a user sees who presses the Test button of the credential. */
export function credentialTest(): void {
	test.each(['', '/', '/v1', '/v1/ '])(
		'OK, by one search, with "%s" behind it all',
		async (end) => {
			const { credentialData, service } = testEnvironment();
			const baseUrl = ` ${service.url}${end}`;
			const token = ` ${String(credentialData['token'])}\n`;

			expect(await pressTest({ baseUrl, token })).toEqual({
				status: 'OK',
				message: 'Connection successful!',
			});
			const path = '/v1/contact/by_custom_field?name=phone&value=0';
			expect(testEnvironment().service.requests).toMatchObject([
				{ method: 'GET', path, status: 200 },
			]);
		},
	);

	test.each<[string, () => Promise<string> | string, RegExp]>([
		// The words are n8n's own, and not the same in all of its releases.
		[
			'nothing listens at the base URL',
			async () => `http://${loopback}:${String(await freePort())}`,
			/refused the connection|ECONNREFUSED/,
		],
		['no encryption', () => 'http://channel.example.com', /'Allow HTTP \(Not Secure\)'/],
	])('%s: the message says so', async (_, baseUrl, words) => {
		expect(await pressTest({ baseUrl: await baseUrl() })).toEqual({
			status: 'Error',
			message: expect.stringMatching(words) as string,
		});
	});

	test('a wrong token is reported with the place to generate another one', async () => {
		expect(await pressTest({ token: wrongToken })).toEqual({
			status: 'Error',
			message:
				'API Token is invalid. Generate a token in the channel settings, with the key icon next to the channel.',
		});
	});

	test.each(['http://channel.example.com', 'channel.example.com'])(
		'the message for the address %s does not ask to open the credential, which is open',
		async (baseUrl) => {
			const { message } = await pressTest({ baseUrl });
			expect(message).toContain('address');
			expect(message).not.toMatch(/open the credential/i);
		},
	);

	test.each<[string, Fault, RegExp]>([
		['another website', website, /Base URL/],
		...[429, 403, 500].map((status): [string, Fault, RegExp] => [
			`the status ${String(status)}`,
			{ kind: 'status', status },
			/./,
		]),
	])('%s: not OK', async (_, fault, words) => {
		testEnvironment().service.faults.add({ fault });

		expect(await pressTest()).toEqual({
			status: 'Error',
			message: expect.stringMatching(words) as string,
		});
	});

	test('the service sends elsewhere: the token does not go there, and it is not OK', async () => {
		const elsewhere = await startService();
		try {
			const headers = {
				location: `${elsewhere.url}/v1/contact/by_custom_field?name=phone&value=0`,
			};
			testEnvironment().service.faults.add({ fault: { kind: 'status', status: 302, headers } });

			expect(await pressTest()).toMatchObject({ status: 'Error' });
			expect(elsewhere.requests).toEqual([]);
		} finally {
			await elsewhere.close();
		}
	});
}
