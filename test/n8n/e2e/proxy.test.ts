import axios from 'axios';
import { sendQuestion, type PendingQuestion } from '../../support/fixtures/question';
import { testEnvironment, useN8n } from '../../support/fixtures/testEnvironment';

jest.setTimeout(120_000);

/** Submits the answer of a link as a proxy forwards it to n8n. Returns the HTTP status. */
async function forward(
	{ links }: PendingQuestion,
	{ path = (pathname: string) => pathname, headers = {} },
): Promise<number> {
	const { pathname, search } = new URL(links['Approve'] ?? '');
	const url = `${testEnvironment().n8n.url}${path(pathname)}${search}`;
	const settings = { headers, proxy: false, validateStatus: () => true } as const;
	return (await axios.post(url, '', settings)).status;
}

async function outcomeOf({ executionId }: PendingQuestion): Promise<string> {
	return (await testEnvironment().client.waitForExecution(executionId)).status;
}

describe('n8n behind a proxy', () => {
	useN8n(undefined, { WEBHOOK_URL: 'https://n8n.example.com/', N8N_PROXY_HOPS: '1' });

	test('A link with the public address resumes the execution if the proxy keeps the host', async () => {
		const question = await sendQuestion();

		const status = await forward(question, { headers: { host: 'n8n.example.com' } });

		expect(question.links['Approve']).toMatch(/^https:\/\/n8n\.example\.com\/webhook-waiting\//);
		expect(status).toBe(200);
		expect(await outcomeOf(question)).toBe('success');
	});

	test('n8n accepts the host from X-Forwarded-Host', async () => {
		const question = await sendQuestion();

		const status = await forward(question, {
			headers: { host: 'n8n.internal', 'x-forwarded-host': 'n8n.example.com' },
		});

		expect(status).toBe(200);
		expect(await outcomeOf(question)).toBe('success');
	});

	test('n8n up to 2.8 rejects a link if the proxy replaces the host', async () => {
		const question = await sendQuestion();

		expect(await forward(question, { headers: { host: 'n8n.internal' } })).toBe(401);

		await testEnvironment().client.stopExecution(question.executionId);
	});
});

describe('n8n with a path in its public address', () => {
	useN8n(undefined, { WEBHOOK_URL: 'https://n8n.example.com/n8n/', N8N_PROXY_HOPS: '1' });

	test('n8n rejects a link if the proxy removes the path', async () => {
		const question = await sendQuestion();

		const status = await forward(question, {
			path: (pathname) => pathname.replace(/^\/n8n/, ''),
			headers: { host: 'n8n.example.com' },
		});

		expect(question.links['Approve']).toContain('/n8n/webhook-waiting/');
		expect(status).toBe(401);
		await testEnvironment().client.stopExecution(question.executionId);
	});
});
