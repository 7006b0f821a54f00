import type { INodeParameters } from 'n8n-workflow';
import { freePort, loopback } from '../../support/n8n';
import { type NodeSettings, runNode } from '../../support/fixtures/nodeWorkflow';
import { retryOnFail, sendText } from '../../support/fixtures/parameters';
import {
	contactId,
	testEnvironment,
	withCredentialData,
} from '../../support/fixtures/testEnvironment';

/** Sends a message to a contact. Returns the error of the execution. */
async function errorOfSend(settings: NodeSettings, options: INodeParameters = {}) {
	const items = [{ contactId: contactId(), text: 'Hi' }];
	const { execution } = await runNode({ parameters: sendText({ options }), items, settings });
	return execution.error;
}

/** Failed requests, because the releases of n8n report errors of their HTTP client differently. */
export function failedRequests(): void {
	test('a refused connection is reported as not sent', async () => {
		const baseUrl = `http://${loopback}:${String(await freePort())}`;

		const error = await withCredentialData({ baseUrl }, async () => await errorOfSend({}));

		expect(error?.message).toContain('No connection to the service');
		expect(error?.description).toMatch(/ECONNREFUSED.*Nothing was sent\./);
	});

	test.each([
		['after a lost connection', { kind: 'connectionLost', when: 'afterEffect' }, {}, 'was lost'],
		// Sending the request is part of the time.
		[
			'after a timeout',
			{ kind: 'noResponse' },
			{ timeout: 5 },
			'No response from the service within 5 s',
		],
	] as const)('a message is not resent %s', async (_, fault, options, message) => {
		const { service } = testEnvironment();
		service.faults.add({ fault });

		const error = await errorOfSend(retryOnFail, options);

		expect(error?.message).toContain(message);
		expect(error?.description).toContain('The request may or may not have been processed.');
		expect(service.messages).toHaveLength(1);
	});

	test('a message is resent after a 429', async () => {
		const { service } = testEnvironment();
		const headers = { 'retry-after': '1' };
		service.faults.add({ fault: { kind: 'status', status: 429, headers } });

		expect(await errorOfSend({})).toBeUndefined();
		expect(service.requests.map(({ status }) => status)).toEqual([429, 200]);
	});
}
