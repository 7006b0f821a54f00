import type { IDataObject } from 'n8n-workflow';

import { useChannel } from '../engine/channel';
import { contactOperation, sendText } from '../../support/fixtures/parameters';

const channel = useChannel({ acceptUnknownContacts: true });
const send = sendText({ contactId: '1', text: 'Hi' });

it.each([
	['a message', send],
	['a read', contactOperation('get', { contactId: '1' })],
])('%s that n8n refuses to send is reported as not sent, with the cause', async (_, parameters) => {
	const { items } = await channel.runNode({
		parameters,
		settings: { onError: 'continueRegularOutput' },
		beforeRequest: () => {
			throw new Error('Credentials could not be decrypted');
		},
	});

	expect(items[0]?.json.error).toEqual({
		message: "n8n couldn't send the request [item 0]",
		description: 'Nothing was sent. n8n reported: Credentials could not be decrypted.',
		outcome: 'notDone',
		reason: 'requestNotMade',
	});
	expect(channel.service.requests).toEqual([]);
});

it.each([
	['structuredClone', (body: unknown): unknown => structuredClone(body)],
	['a shallow copy', (body: object): unknown => ({ ...body })],
	['JSON', (body: unknown): unknown => JSON.parse(JSON.stringify(body))],
])(
	'a lost connection has an unknown outcome if n8n clones request bodies with %s',
	async (_, clone) => {
		channel.service.faults.add({ fault: { kind: 'connectionLost', when: 'afterEffect' } });

		const { items } = await channel.runNode({
			parameters: send,
			beforeRequest: ({ body, ...request }) => ({
				...request,
				body: clone(body as object) as IDataObject,
			}),
			settings: { onError: 'continueRegularOutput', retryOnFail: true, waitBetweenTries: 1 },
		});

		expect(items[0]?.json.error).toMatchObject({ outcome: 'unknown', reason: 'connectionLost' });
		expect(channel.texts).toEqual(['Hi']);
	},
);
