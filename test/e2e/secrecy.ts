import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort, loopback } from '../n8n';
import type { Fault } from '../service';
import { send, sendText } from './fixture/parameters';
import { theRunning, wrongToken } from './fixture/running';
import { runFlow } from './fixture/workflow';

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

/** Where the token must not stand, after everything that can go wrong has gone wrong. */
export function secrecy(): void {
	const tokens = () => [theRunning().service.token, wrongToken];

	test.each<[string, (token: string) => Fault]>([
		[
			'the service repeats the token',
			(token) => ({ kind: 'status', status: 403, message: `No channel for Bearer ${token}` }),
		],
		['the connection is lost', () => ({ kind: 'connectionLost', when: 'afterEffect' })],
		['no answer comes', () => ({ kind: 'never' })],
		['the service sends elsewhere', () => ({ kind: 'redirect', status: 302, location: '/x' })],
		['the service fails', () => ({ kind: 'status', status: 500 })],
	])('is in no error: %s', async (_, faultFor) => {
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
		const executions = await client.listExecutions();
		// More than one page would be more than is looked at here.
		expect(executions.length).toBeLessThan(100);

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
