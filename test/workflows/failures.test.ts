import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

import type { INodeParameters } from 'n8n-workflow';

import type { Fault } from '../support/service';
import { useChannel } from './engine/channel';
import { contactOperation, sendText } from './engine/parameters';
import { runNode } from './engine/runNode';

const token = 'a-token-that-must-not-show-up-anywhere';
const channel = useChannel({ acceptUnknownContacts: true, token });

const send = sendText({ contactId: '1', text: 'Hi' });
const get = contactOperation('get', { contactId: '1' });

interface Expected {
	title: string;
	/** Parts of the description: the service's own words, and what to do. */
	advice: string[];
	httpCode?: string;
}

async function expectFailure(
	parameters: INodeParameters,
	credential: Record<string, string>,
	{ title, advice, httpCode }: Expected,
): Promise<void> {
	const { error, stored, status } = await runNode({
		credential: channel.credential(credential),
		parameters,
	});

	expect(status).toBe('error');
	expect(error?.message).toBe(`${title} [item 0]`);
	for (const part of advice) expect(error?.description).toContain(part);
	expect(error).toMatchObject({ name: 'NodeApiError', httpCode: httpCode ?? null });
	expect(stored).not.toContain(token);
}

describe('what the service answers', () => {
	it.each<[string, INodeParameters, Fault, Expected]>([
		[
			'401',
			send,
			{ kind: 'status', status: 401, message: 'API Token is invalid.' },
			{
				title: 'The channel token was not accepted',
				advice: ['API Token is invalid.', 'key icon next to the channel'],
				httpCode: '401',
			},
		],
		[
			'403',
			send,
			{ kind: 'status', status: 403, message: 'The contact has blocked the channel' },
			{
				title: 'The service refused the call',
				advice: ['The contact has blocked the channel', 'Check the contact'],
				httpCode: '403',
			},
		],
		[
			'403 in words that hold the token',
			send,
			{ kind: 'status', status: 403, message: `No channel for ${token}` },
			{
				title: 'The service refused the call',
				advice: ['No channel for (token)'],
				httpCode: '403',
			},
		],
		[
			'405',
			get,
			{ kind: 'status', status: 405, message: '405 Method Not Allowed.' },
			{
				title: 'The service does not offer this call at this address',
				advice: ['405 Method Not Allowed.', "'Base URL'"],
				httpCode: '405',
			},
		],
		[
			'429 that asks for a day',
			send,
			{
				kind: 'status',
				status: 429,
				message: 'Too many requests',
				headers: { 'retry-after': '86400' },
			},
			{
				title: 'Rate limit exceeded',
				advice: ['Too many requests', 'The service asks to wait another 1440 min'],
				httpCode: '429',
			},
		],
		[
			'a wrong kind of file',
			sendText({ contactId: '1', messageType: 'image', url: 'https://files.example.com/a.png' }),
			{
				kind: 'status',
				status: 400,
				message: 'Sorry, Url provided is not an image/audio/video file',
			},
			{
				title: "The address in 'URL' is not a file of the chosen kind",
				advice: ['Sorry, Url provided is not an image/audio/video file', "'Message Type'"],
				httpCode: '400',
			},
		],
		[
			'500 to a send',
			send,
			{ kind: 'status', status: 500, message: 'Internal Server Error' },
			{
				title: 'The service answered 500, so it may or may not have done the call',
				advice: ['Internal Server Error', 'Look at the service'],
				httpCode: '500',
			},
		],
		[
			'a redirect',
			send,
			{ kind: 'redirect', status: 302, location: 'http://127.0.0.1:9/' },
			{
				title: 'The service answered 302 and pointed to another address',
				advice: ['The token is never sent on'],
				httpCode: '302',
			},
		],
		[
			'HTML instead of a contact',
			get,
			{ kind: 'answer', status: 200, contentType: 'text/html', body: '<h1>Sign in</h1>' },
			{
				title: "The service's answer is not JSON",
				advice: ['<h1>Sign in</h1>', "'Base URL'"],
				httpCode: '200',
			},
		],
		[
			'half a JSON instead of a contact',
			get,
			{ kind: 'answer', status: 200, contentType: 'application/json', body: '{"data": {"id"' },
			{ title: "The service's answer is not JSON", advice: ['{"data": {"id"'], httpCode: '200' },
		],
	])('%s', async (_, parameters, fault, expected) => {
		channel.service.faults.add({ fault, times: Infinity });

		await expectFailure(parameters, {}, expected);
	});

	it('an invalid token, by itself', async () => {
		await expectFailure(
			send,
			{ token: 'another' },
			{
				title: 'The channel token was not accepted',
				advice: ['API Token is invalid.'],
				httpCode: '401',
			},
		);
		expect(channel.service.calls).toHaveLength(1);
	});

	it('success with an odd answer: the message counts as sent, and the output says so', async () => {
		channel.service.faults.add({
			fault: { kind: 'answer', status: 200, contentType: 'text/html', body: '<h1>OK</h1>' },
		});

		const { items } = await runNode({ credential: channel.credential(), parameters: send });

		expect(items[0]?.json).toEqual({
			warning: expect.stringContaining('counts as sent') as string,
			answer: '<h1>OK</h1>',
		});
	});
});

describe('when no answer comes', () => {
	it('a refused connection', async () => {
		const closed = createServer();
		await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
		const { port } = closed.address() as AddressInfo;
		await new Promise((resolve) => closed.close(resolve));

		await expectFailure(
			send,
			{ baseUrl: `http://127.0.0.1:${String(port)}` },
			{
				title: 'No connection to the service could be made',
				advice: ["'Base URL'", 'ECONNREFUSED', 'Nothing was sent.'],
			},
		);
	});

	it.each([
		['a send', send],
		[
			'a removal of tags',
			contactOperation('removeTags', { contactId: '1', specifyTags: 'list', tagList: 'a' }),
		],
	])(
		'%s that n8n gives up before it leaves: nothing was sent, and n8n says why',
		async (_, parameters) => {
			const { items } = await runNode({
				credential: channel.credential(),
				parameters,
				settings: { onError: 'continueRegularOutput' },
				authenticationFailure: new Error('Credentials could not be decrypted'),
			});

			expect(items[0]?.json.error).toEqual({
				message: 'n8n could not make the request [item 0]',
				description: 'Nothing was sent. n8n said: Credentials could not be decrypted',
				outcome: 'notDone',
				reason: 'requestNotMade',
			});
			expect(channel.service.calls).toEqual([]);
		},
	);

	it('a time-out', async () => {
		channel.service.faults.add({ fault: { kind: 'never' }, times: Infinity });

		await expectFailure(
			{ ...send, options: { timeout: 0.2 } },
			{},
			{
				title: 'The service gave no answer within 0.2 s',
				advice: ['The call may have been done', "'Timeout'"],
			},
		);
	});

	it('a connection lost', async () => {
		channel.service.faults.add({
			fault: { kind: 'connectionLost', when: 'afterEffect' },
			times: Infinity,
		});

		await expectFailure(
			send,
			{},
			{
				title: 'The connection to the service was lost before it answered',
				advice: ['The call may have been done', 'Look at the service'],
			},
		);
		expect(channel.service.messages).toHaveLength(1);
	});
});
