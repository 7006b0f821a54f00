import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExecutionSummary } from '../../support/n8n';
import { sendText } from '../../support/fixtures/parameters';
import { testEnvironment, wrongToken } from '../../support/fixtures/testEnvironment';
import { runNode } from '../../support/fixtures/nodeWorkflow';
import type { Fault } from '../../support/service';

/** In a message, so that it is known what n8n writes down and what it doesn't. */
const confidential = 'a-confidential-text';

/** The files below n8n's folder in which the text stands: its database and its logs among them. */
async function filesWith(text: string): Promise<readonly string[]> {
	const entries = await readdir(testEnvironment().userFolder, {
		recursive: true,
		withFileTypes: true,
	});
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
		const page = await testEnvironment().client.listExecutions(undefined, all.at(-1)?.id);
		if (page.length === 0) return all;
		all.push(...page);
	}
}

/** Ways of answering, with the token in whatever the service says. */
const faults: readonly ((token: string) => Fault)[] = [
	...[401, 403, 500].map(
		(status) =>
			(token: string): Fault => ({
				kind: 'status',
				status,
				message: `No channel for Bearer ${token}`,
			}),
	),
	(token) => ({ kind: 'status', status: 302, headers: { location: `/x?token=${token}` } }),
	(token) => ({ kind: 'response', status: 200, contentType: 'text/html', body: `<p>${token}` }),
	() => ({ kind: 'connectionLost', when: 'afterEffect' }),
	// The last one, because calls are turned away for a moment after it.
	(token) => ({
		kind: 'status',
		status: 429,
		message: token,
		headers: { 'retry-after': '86400', 'x-token': token },
	}),
];

/** Where the token must not stand, after everything that can go wrong has gone wrong. */
export function secrecy(): void {
	beforeAll(async () => {
		const { client, credential, credentialData, service } = testEnvironment();
		const items = [{ contactId: service.contacts.all()[0]?.id ?? '', text: confidential }];
		for (const fault of faults) {
			service.reset();
			service.faults.add({ times: Infinity, fault: fault(service.token) });
			await runNode({ parameters: sendText(), items });
			await runNode({
				parameters: sendText(),
				items,
				settings: { onError: 'continueRegularOutput' },
			});
			const said = await client.testCredential(credential, credentialData);
			expect(JSON.stringify(said)).not.toContain(service.token);
		}
	});

	const tokens = () => [testEnvironment().service.token, wrongToken];

	test('is in no stored execution', async () => {
		const { client } = testEnvironment();
		const stored: string[] = [];
		for (const { id } of await allExecutions()) {
			stored.push(JSON.stringify(await client.getExecutionData(id)));
		}

		expect(stored.some((execution) => execution.includes(confidential))).toBe(true);
		for (const token of tokens()) {
			expect(stored.filter((execution) => execution.includes(token))).toEqual([]);
		}
	});

	test('is in nothing that n8n writes to its streams, nor is what was sent', () => {
		const output = testEnvironment().n8n.output();

		expect(output).toContain('Channel Messaging');
		for (const secret of [...tokens(), confidential]) expect(output).not.toContain(secret);
	});

	test('is in no file of n8n: the database has it only encrypted', async () => {
		expect(await filesWith(confidential)).not.toEqual([]);
		for (const token of tokens()) expect(await filesWith(token)).toEqual([]);
	});
}
