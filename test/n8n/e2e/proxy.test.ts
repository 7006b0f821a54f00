import { requestN8n } from '../../support/n8n';
import { sendQuestion, type PendingQuestion } from '../../support/fixtures/question';
import { testEnvironment, useN8n } from '../../support/fixtures/testEnvironment';

jest.setTimeout(300_000);

useN8n(undefined, { WEBHOOK_URL: 'https://n8n.example.com/', N8N_PROXY_HOPS: '1' });

/** Submits the answer of a link as a proxy forwards it to n8n. Returns the HTTP status. */
async function forward({ links }: PendingQuestion, headers = {}): Promise<number> {
	const { pathname, search } = new URL(links['Approve'] ?? '');
	const response = await requestN8n({
		method: 'POST',
		url: `${testEnvironment().n8n.url}${pathname}${search}`,
		data: '',
		headers: { host: 'n8n.internal', ...headers },
	});
	return response.status;
}

test('a link with the public address resumes the execution if the proxy forwards the host', async () => {
	const question = await sendQuestion();

	const status = await forward(question, { 'x-forwarded-host': 'n8n.example.com' });

	expect(question.links['Approve']).toMatch(/^https:\/\/n8n\.example\.com\/webhook-waiting\//);
	expect(status).toBe(200);
	const execution = await testEnvironment().client.waitForExecution(question.executionId);
	expect(execution.status).toBe('success');
});

test('n8n up to 2.8 rejects a link if the proxy replaces the host', async () => {
	const question = await sendQuestion();

	expect(await forward(question)).toBe(401);

	await testEnvironment().client.stopExecution(question.executionId);
});
