import { freePort, loopback } from '../n8n';
import { startService } from '../service';
import { theRunning, wrongToken } from '../running/running';

/** Presses the Test button with what the form holds after a change. */
async function pressTest(change: Record<string, unknown> = {}) {
	const { client, credential, credentialData } = theRunning();
	return await client.testCredential(credential, { ...credentialData, ...change });
}

/** What a user sees who presses the Test button of the credential. */
export function credentialTest(): void {
	test('the right token: OK, by one search that finds nobody', async () => {
		expect(await pressTest()).toEqual({ status: 'OK', message: 'Connection successful!' });
		expect(theRunning().service.calls).toMatchObject([
			{
				method: 'GET',
				path: '/v1/contact/by_custom_field?name=phone&value=0',
				authorized: true,
				status: 200,
			},
		]);
	});

	test.each(['/', '//'])(
		'a base URL that ends with %s is as good as one without',
		async (ending) => {
			const baseUrl = `${theRunning().service.url}${ending}`;

			expect(await pressTest({ baseUrl })).toMatchObject({ status: 'OK' });
			expect(theRunning().service.calls).toMatchObject([{ status: 200 }]);
		},
	);

	test("a wrong token: the service's own words", async () => {
		expect(await pressTest({ token: wrongToken })).toEqual({
			status: 'Error',
			message: 'API Token is invalid.',
		});
	});

	test('nothing listens at the base URL: the message says so', async () => {
		const baseUrl = `http://${loopback}:${String(await freePort())}`;

		const { status, message } = await pressTest({ baseUrl });

		expect(status).toBe('Error');
		// The words are n8n's own, and not the same in all of its releases.
		expect(message).toMatch(/refused the connection|ECONNREFUSED/);
	});

	test('the base URL has /v1 at its end: the message names the base URL', async () => {
		const baseUrl = `${theRunning().service.url}/v1`;

		const { status, message } = await pressTest({ baseUrl });

		expect(status).toBe('Error');
		expect(message).toContain('Base URL');
	});

	test('another website answers at the base URL: not OK, and the message names the base URL', async () => {
		theRunning().service.faults.add({
			fault: { kind: 'answer', status: 200, contentType: 'text/html', body: '<h1>Welcome</h1>' },
		});

		const { status, message } = await pressTest();

		expect(status).toBe('Error');
		expect(message).toContain('Base URL');
	});

	test('the service sends elsewhere: the token does not go there, and it is not OK', async () => {
		const elsewhere = await startService();
		try {
			const location = `${elsewhere.url}/v1/contact/by_custom_field?name=phone&value=0`;
			theRunning().service.faults.add({ fault: { kind: 'redirect', status: 302, location } });

			expect(await pressTest()).toMatchObject({ status: 'Error' });
			expect(elsewhere.calls).toEqual([]);
		} finally {
			await elsewhere.close();
		}
	});

	test('no encryption to another machine: not OK, and the message says how it is', async () => {
		const { status, message } = await pressTest({ baseUrl: 'http://channel.example.com' });

		expect(status).toBe('Error');
		expect(message).toContain('begins with http://');
		expect(message).toContain("'Allow Unencrypted Connection'");
	});

	test.each([429, 403, 500])('the service answers %i: not OK', async (code) => {
		theRunning().service.faults.add({ fault: { kind: 'status', status: code } });

		expect(await pressTest()).toMatchObject({ status: 'Error' });
	});
}
