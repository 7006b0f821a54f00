import { sendText } from '../running/parameters';
import { theRunning } from '../running/running';
import { runFlow } from '../running/workflow';
import { freePort, loopback } from '../n8n';

/** As many messages as asked for, to the contacts in turn. */
function messages(count: number) {
	const contacts = theRunning().service.contacts.all();
	return Array.from({ length: count }, (_, index) => ({
		contactId: contacts[index % contacts.length]?.id ?? '',
		text: `Message ${String(index)}`,
	}));
}

/**
 * How calls go wrong, and what is told afterwards. n8n's releases hand the failures of their HTTP
 * client to a node in different shapes, and a message is sent again only where it can't have gone out.
 */
export function connections(): void {
	test('nothing listens at the base URL: it is known that nothing was sent', async () => {
		const { client, credential, credentialData } = theRunning();
		const baseUrl = `http://${loopback}:${String(await freePort())}`;
		await client.updateCredential(credential.id, {
			...credential,
			data: { ...credentialData, baseUrl },
		});
		try {
			const { execution } = await runFlow({ parameters: sendText, items: messages(1) });

			expect(execution.error?.message).toBe('No connection to the service could be made [item 0]');
			expect(execution.error?.description).toContain('ECONNREFUSED');
			expect(execution.error?.description).toContain('1 had not, none is unsure');
		} finally {
			await client.updateCredential(credential.id, { ...credential, data: credentialData });
		}
	});

	test('the connection is lost: the message may have gone out, and is not sent again', async () => {
		const { service } = theRunning();
		service.faults.add({ fault: { kind: 'connectionLost', when: 'afterEffect' } });

		const { execution } = await runFlow({
			parameters: sendText,
			items: messages(1),
			settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
		});

		expect(execution.error?.message).toBe(
			'The connection to the service was lost before it answered [item 0]',
		);
		expect(execution.error?.description).toContain('1 may or may not have been sent');
		expect(service.messages).toHaveLength(1);
	});

	test('no answer comes: the message may have gone out, and is not sent again', async () => {
		const { service } = theRunning();
		service.faults.add({ fault: { kind: 'never' } });

		const { execution } = await runFlow({
			parameters: { ...sendText, options: { timeout: 1 } },
			items: messages(1),
			settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
		});

		expect(execution.error?.message).toBe('The service gave no answer within 1 s [item 0]');
		expect(service.messages).toHaveLength(1);
	});

	test('others use the token: nothing is lost, and the wait is told', async () => {
		const { service } = theRunning();
		service.faults.add({
			times: 2,
			fault: { kind: 'status', status: 429, headers: { 'retry-after': '1' } },
		});

		const { execution, node } = await runFlow({ parameters: sendText, items: messages(10) });

		expect(execution.status).toBe('success');
		expect(service.statistics()).toMatchObject({ accepted: 10, duplicates: 0 });
		expect(node.hints.map(({ message }) => message).join()).toMatch(
			/^Sent 10 messages at \d+\.\d\/s; waited \d+\.\d s for the rate limit$/,
		);
	});
}
