import { nodeName, runNode, workflowOf } from '../../support/fixtures/nodeWorkflow';
import { contact, retryOnFail, send, sendText } from '../../support/fixtures/parameters';
import { useOtherChannels } from '../../support/fixtures/otherChannels';
import { testEnvironment, withCredentialData } from '../../support/fixtures/testEnvironment';
import { lastNodeExecution, waitFor } from '../../support/n8n';

const random = '{{ Math.random() }}';

/** Attempts (Retry On Fail) whose expressions, credentials, and ends differ. */
export function retries(): void {
	const startChannel = useOtherChannels();

	test('a retry continues an item with the contact and text from the attempt that started it', async () => {
		const { service } = testEnvironment();
		service.configure({ acceptUnknownContacts: true });
		service.faults.add({
			match: { path: '/message/', nth: 2 },
			fault: { kind: 'status', status: 403, message: 'Blocked' },
		});
		const further = { messageType: 'text', text: `=Further ${random}` };

		const { items } = await runNode({
			parameters: send({
				contactId: contact(`=${random}`),
				messageType: 'text',
				text: `=Code ${random}`,
				options: { furtherMessages: { message: [further] } },
			}),
			settings: retryOnFail,
		});

		const [first, second] = service.messages;
		expect(service.messages).toHaveLength(2);
		expect(second?.contactId).toBe(first?.contactId);
		const contents = service.messages.map(({ item }) => ({ content: item }));
		expect(items.map(({ json }) => json)).toMatchObject([
			{ contactId: first?.contactId, messages: contents },
		]);
	});

	test('the error of a retry that cannot read its credential lists messages that were or may have been sent', async () => {
		const { service, client } = testEnvironment();
		const [first, second] = service.contacts.all().map(({ id }) => id);
		service.faults.add({ match: { contactId: second ?? '' }, fault: { kind: 'noResponse' } });
		const workflow = workflowOf({
			parameters: sendText({ options: { timeout: 5 } }),
			items: [first, second].map((contactId) => ({ contactId, text: 'Hello' })),
			settings: { ...retryOnFail, maxTries: 2, waitBetweenTries: 5_000 },
		});
		const id = await client.startWorkflow(workflow);
		await waitFor('both requests', () => service.requests.length === 2);

		const execution = await withCredentialData(
			{ token: '={{ $json.notThere }}' },
			async () => await client.waitForExecution(id),
		);

		const { error } = lastNodeExecution(execution, nodeName);
		expect(error?.description).toContain('1 of 2 was sent (item 0). Possibly sent: item 1.');
		expect(service.requests).toHaveLength(2);
	});

	test('a retry whose token is rejected reports that a later message may have been sent', async () => {
		const { credential, service } = await startChannel();
		const rejection = (status: number) => ({ kind: 'status', status }) as const;
		const lost = { kind: 'connectionLost', when: 'afterEffect' } as const;
		for (const fault of [rejection(403), lost, rejection(401)]) service.faults.add({ fault });

		const { items } = await runNode({
			credential,
			parameters: sendText({ options: { sendOnceKey: '={{ $json.text }}' } }),
			// Messages to one contact are sent in order.
			items: ['First', 'Second'].map((text) => ({ contactId: 'one', text })),
			settings: { ...retryOnFail, maxTries: 2, onError: 'continueRegularOutput' },
		});

		expect(items.map(({ json }) => json)).toMatchObject([
			{ error: { outcome: 'notDone', reason: 'tokenInvalid' } },
			{ error: { outcome: 'unknown', reason: 'connectionLost' } },
		]);
		expect(service.requests).toHaveLength(3);
	});
}
