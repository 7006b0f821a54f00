import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ExecutionSummary, freePort, loopback } from '../n8n';
import type { Fault } from '../service';
import { send, sendText } from '../running/parameters';
import { theRunning, wrongToken } from '../running/running';
import { runFlow } from '../running/workflow';

/** In a message, so that it is known what n8n writes down and what it doesn't. */
const confidential = 'a-confidential-text';

/** The files below n8n's folder in which the text stands: its database and its logs among them. */
async function filesWith(text: string): Promise<readonly string[]> {
	const entries = await readdir(theRunning().userFolder, { recursive: true, withFileTypes: true });
	const files = entries
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name));
	const found = await Promise.all(
		files.map(async (file) => ((await readFile(file)).includes(text) ? [file] : [])),
	);
	return found.flat();
}

/** Every execution that n8n has, however many pages of them there are. */
async function allExecutions(): Promise<readonly ExecutionSummary[]> {
	const all: ExecutionSummary[] = [];
	for (;;) {
		const page = await theRunning().client.listExecutions(undefined, all.at(-1)?.id);
		if (page.length === 0) return all;
		all.push(...page);
	}
}

/** Where the token must not stand, after everything that can go wrong has gone wrong. */
export function secrecy(): void {
	const tokens = () => [theRunning().service.token, wrongToken];

	/** Every way of going wrong, with the token in whatever the service says. */
	const failures: ReadonlyArray<[string, (token: string) => Fault]> = [
		...[401, 403, 404, 405, 500].map((status): [string, (token: string) => Fault] => [
			`the service answers ${String(status)} and repeats the token`,
			(token) => ({ kind: 'status', status, message: `No channel for Bearer ${token}` }),
		]),
		[
			'the service asks to wait very long, and repeats the token',
			(token) => ({
				kind: 'status',
				status: 429,
				message: token,
				headers: { 'retry-after': '86400', 'x-token': token },
			}),
		],
		['the connection is lost', () => ({ kind: 'connectionLost', when: 'afterEffect' })],
		['no answer comes', () => ({ kind: 'never' })],
		[
			'the service sends elsewhere',
			(token) => ({ kind: 'redirect', status: 302, location: `/x?token=${token}` }),
		],
	];

	test.each(failures)('is in no error: %s', async (_, faultFor) => {
		const { service } = theRunning();
		service.faults.add({ times: Infinity, fault: faultFor(service.token) });
		const items = [{ contactId: service.contacts.all()[0]?.id ?? '', text: confidential }];
		const parameters = { ...sendText, options: { timeout: 1 } };

		const { execution } = await runFlow({ parameters, items });
		const continued = await runFlow({
			parameters,
			items,
			settings: { onError: 'continueRegularOutput' },
		});

		expect(execution.status).toBe('error');
		expect(continued.items[0]?.json).toHaveProperty('error');
		const kept = JSON.stringify([execution, continued]);
		for (const token of tokens()) expect(kept).not.toContain(token);
	});

	test.each([
		['an odd answer', (token: string) => `<h1>${'x'.repeat(180)}Bearer ${token}</h1>`],
		['an answer as usual', (token: string) => `{"status":"Success","message":"For ${token}"}`],
		[
			'an answer with escaped slashes and the token in a URL',
			(token: string) =>
				`{"status":"Success","data":["http:\\/\\/x\\/${encodeURIComponent(token)}"]}`,
		],
	])('is in no output: the service repeats it in %s to a send', async (_, bodyFor) => {
		const { service } = theRunning();
		const body = bodyFor(service.token);
		const fault: Fault = { kind: 'answer', status: 200, contentType: 'text/html', body };
		service.faults.add({ times: Infinity, fault });

		const { execution, items } = await runFlow({
			parameters: sendText,
			items: [{ contactId: service.contacts.all()[0]?.id ?? '', text: confidential }],
		});

		expect(execution.status).toBe('success');
		expect(JSON.stringify(items)).toMatch(/token\)|x{100}/);
		expect(JSON.stringify([execution, items])).not.toContain(service.token);
	});

	// The Test button waits five minutes for an answer that never comes.
	const answered = failures.filter(([name]) => name !== 'no answer comes');

	test.each(answered)('is in nothing that the Test button says: %s', async (_, faultFor) => {
		const { client, credential, credentialData, service } = theRunning();
		service.faults.add({ times: Infinity, fault: faultFor(service.token) });

		const said = await client.testCredential(credential, credentialData);

		expect(said.status).toBe('Error');
		expect(JSON.stringify(said)).not.toContain(service.token);
	});

	test('is in no error: the service does not speak the encryption that it is asked for', async () => {
		const { client, credential, credentialData, service } = theRunning();
		const baseUrl = service.url.replace('http:', 'https:');
		await client.updateCredential(credential.id, {
			...credential,
			data: { ...credentialData, baseUrl },
		});
		try {
			const { execution } = await runFlow({ parameters: sendText, items: [{ contactId: '7' }] });

			expect(execution.status).toBe('error');
			expect(JSON.stringify(execution)).not.toContain(service.token);
		} finally {
			await client.updateCredential(credential.id, { ...credential, data: credentialData });
		}
	});

	test('is in no error: nothing listens at the base URL', async () => {
		const { client, credential, credentialData } = theRunning();
		const baseUrl = `http://${loopback}:${String(await freePort())}`;
		await client.updateCredential(credential.id, {
			...credential,
			data: { ...credentialData, baseUrl },
		});
		try {
			const { execution } = await runFlow({
				parameters: send({ messageType: 'text', text: 'Hi' }),
				items: [{ contactId: '7' }],
			});

			expect(execution.error?.message).toContain('No connection to the service');
			expect(JSON.stringify(execution)).not.toContain(theRunning().service.token);
		} finally {
			await client.updateCredential(credential.id, { ...credential, data: credentialData });
		}
	});

	test('is in no stored execution', async () => {
		const { client } = theRunning();
		const executions = await allExecutions();

		const stored = await Promise.all(
			executions.map(async ({ id }) => JSON.stringify(await client.getStoredExecution(id))),
		);

		expect(stored.some((execution) => execution.includes(confidential))).toBe(true);
		for (const token of tokens()) {
			expect(stored.filter((execution) => execution.includes(token))).toEqual([]);
		}
	});

	test('is in nothing that n8n writes to its streams, nor is what was sent', () => {
		const output = theRunning().n8n.output();

		expect(output).toContain('Channel Messaging');
		for (const secret of [...tokens(), confidential]) expect(output).not.toContain(secret);
	});

	test('is in no file of n8n: the database has it only encrypted', async () => {
		expect(await filesWith(confidential)).not.toEqual([]);
		for (const token of tokens()) expect(await filesWith(token)).toEqual([]);
	});
}
