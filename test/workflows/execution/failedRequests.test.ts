import type { IDataObject } from 'n8n-workflow';

import { useChannel } from '../engine/channel';
import type { BeforeRequest } from '../engine/credentials';
import { contactOperation, sendText } from '../../support/fixtures/parameters';

const channel = useChannel({ acceptUnknownContacts: true });
const send = sendText({ contactId: '1', text: 'Hi' });

it.each([
	['a message', send],
	[
		'a removal of tags',
		contactOperation('removeTags', { contactId: '1', specifyTags: 'list', tagList: 'a' }),
	],
])('%s that n8n fails to send is reported as not sent, with the cause', async (_, parameters) => {
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

describe.each([
	['structuredClone', (body: unknown): unknown => structuredClone(body)],
	['a shallow copy', (body: object): unknown => ({ ...body })],
	['JSON', (body: unknown): unknown => JSON.parse(JSON.stringify(body))],
])('a release of n8n that clones request bodies with %s', (_, clone) => {
	const beforeRequest: BeforeRequest = ({ body, ...request }) => ({
		...request,
		body: clone(body as object) as IDataObject,
	});

	it('sends the whole body', async () => {
		const { status } = await channel.runNode({ parameters: send, beforeRequest });

		expect(status).toBe('success');
		expect(channel.texts).toEqual(['Hi']);
	});

	it('reports the outcome as unknown if the connection is lost', async () => {
		channel.service.faults.add({ fault: { kind: 'connectionLost', when: 'afterEffect' } });

		const { items } = await channel.runNode({
			parameters: send,
			beforeRequest,
			settings: { onError: 'continueRegularOutput', retryOnFail: true, waitBetweenTries: 1 },
		});

		expect(items[0]?.json.error).toMatchObject({ outcome: 'unknown', reason: 'connectionLost' });
		expect(channel.texts).toEqual(['Hi']);
	});
});
