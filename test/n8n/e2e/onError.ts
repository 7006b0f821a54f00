import { retryOnFail, sendText } from '../../support/fixtures/parameters';
import { testEnvironment } from '../../support/fixtures/testEnvironment';
import { runNode } from '../../support/fixtures/nodeWorkflow';

/** The releases of n8n decide differently which items belong to the error output. */
export function onError(): void {
	test('failed items reach the error output with their fields, and no other item is resent', async () => {
		const { service } = testEnvironment();
		const [, uncertain, sent] = service.contacts.all().map(({ id }) => id);
		service.faults.add({
			match: { contactId: uncertain ?? '' },
			times: Infinity,
			fault: { kind: 'statusAfterEffect', status: 500 },
		});
		// In a Continue mode, n8n retries the node only if the first item fails.
		const items = [
			{ contactId: 'nobody', text: 'Rejected' },
			{ contactId: uncertain, text: 'Uncertain' },
			{ contactId: sent, text: 'Sent' },
			{ contactId: sent, text: '' },
		].map((item) => ({ ...item, message: "The user's own" }));

		const result = await runNode({
			parameters: sendText(),
			items,
			settings: { onError: 'continueErrorOutput', ...retryOnFail },
		});

		expect(result.execution.status).toBe('success');
		expect(result.items.map(({ json }) => json)).toMatchObject([
			{ status: 'Success', contactId: sent },
		]);
		expect(result.errorItems.map(({ json }) => json)).toMatchObject([
			{ ...items[0], error: { outcome: 'notDone', reason: 'contactNotFound', httpCode: '403' } },
			{ ...items[1], error: { outcome: 'unknown', reason: 'serverFault', httpCode: '500' } },
			{ ...items[3], error: { message: "'Text' is empty [item 3]", reason: 'invalidParameter' } },
		]);
		expect(result.node.outputs.map((output) => output.map(({ pairedItem }) => pairedItem))).toEqual(
			[[{ item: 2 }], [{ item: 0 }, { item: 1 }, { item: 3 }]],
		);
		const requestsTo = (id?: string) =>
			service.requests.filter(({ path }) => path.endsWith(`/${String(id)}`));
		expect(requestsTo('nobody')).toHaveLength(retryOnFail.maxTries);
		expect(requestsTo(uncertain)).toHaveLength(1);
		expect(requestsTo(sent)).toHaveLength(1);
	});
}
