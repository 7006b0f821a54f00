import { releases, requestN8n, testedRelease } from '../../support/n8n';
import { sendQuestion, type PendingQuestion } from '../../support/fixtures/question';
import { testEnvironment } from '../../support/fixtures/testEnvironment';

/** The settings of n8n behind a proxy. */
export const behindProxy = { WEBHOOK_URL: 'https://n8n.example.com/', N8N_PROXY_HOPS: '1' };

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

/** The links of questions if n8n is behind a proxy. */
export function proxies(): void {
	test('a link with the public address resumes the execution if the proxy forwards the host', async () => {
		const question = await sendQuestion();

		const status = await forward(question, { 'x-forwarded-host': 'n8n.example.com' });

		expect(question.links['Approve']).toMatch(/^https:\/\/n8n\.example\.com\/webhook-waiting\//);
		expect(status).toBe(200);
		const execution = await testEnvironment().client.waitForExecution(question.executionId);
		expect(execution.status).toBe('success');
	});

	// Since 2.41, the signature doesn't include the host.
	const status = testedRelease === releases['n8n-2.41.1'] ? 200 : 401;
	test(`n8n responds with ${String(status)} if the proxy replaces the host`, async () => {
		const question = await sendQuestion();

		expect(await forward(question)).toBe(status);

		if (status === 401) await testEnvironment().client.stopExecution(question.executionId);
	});
}
