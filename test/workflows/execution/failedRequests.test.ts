import type { IDataObject } from 'n8n-workflow';

import { useChannel } from '../engine/channel';
import { retryOnFail, sendText } from '../../support/fixtures/parameters';

const channel = useChannel({ acceptUnknownContacts: true });
const send = sendText({ contactId: '1', text: 'Hi' });

it.each([
	['structuredClone', (body: unknown): unknown => structuredClone(body)],
	['a shallow copy', (body: object): unknown => ({ ...body })],
	['JSON', (body: unknown): unknown => JSON.parse(JSON.stringify(body))],
])(
	'a request whose connection is lost has an unknown outcome if n8n clones request bodies with %s',
	async (_, clone) => {
		channel.service.faults.add({ fault: { kind: 'connectionLost', when: 'afterEffect' } });

		const { items } = await channel.runNode({
			parameters: send,
			beforeRequest: ({ body, ...request }) => ({
				...request,
				body: clone(body as object) as IDataObject,
			}),
			settings: { onError: 'continueRegularOutput', ...retryOnFail },
		});

		expect(items[0]?.json.error).toMatchObject({ outcome: 'unknown', reason: 'connectionLost' });
		expect(channel.texts).toEqual(['Hi']);
	},
);

it("a thrown error contains no HTML from the service, but an item's JSON keeps the original", async () => {
	const fault = { kind: 'status', status: 403, message: '<b>No</b>' } as const;
	channel.service.faults.add({ fault });
	const { error } = await channel.runNode({ parameters: send });
	channel.service.faults.add({ fault });
	const { items } = await channel.runNode({
		parameters: send,
		settings: { onError: 'continueRegularOutput' },
	});

	expect(error?.message).toBe('\u2039b>No\u2039/b> [item 0]');
	expect(items[0]?.json.error).toMatchObject({ message: '<b>No</b> [item 0]' });
});
