import { gzipSync } from 'node:zlib';

import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { CredentialTestContext } from 'n8n-core';

import { ChannelMessagingTrigger } from '../../../nodes/ChannelMessagingTrigger/ChannelMessagingTrigger.node';
import { ChannelMessaging } from '../../../nodes/ChannelMessaging/ChannelMessaging.node';
import { waitFor } from '../../support/n8n';
import { useRawServer } from '../engine/rawServer';

const token = 'token-of-channel';
const server = useRawServer();

/** Tests the credential as n8n does, which chooses one of the nodes. */
const testCredential = async (
	changes: ICredentialDataDecryptedObject = {},
	node: ChannelMessaging | ChannelMessagingTrigger = new ChannelMessaging(),
) => {
	const { methods, description } = node;
	expect(description.credentials).toMatchObject([{ testedBy: 'testCredential' }]);
	return await methods.credentialTest.testCredential.call(new CredentialTestContext(), {
		id: '1',
		name: 'Channel',
		type: 'channelMessagingApi',
		data: { baseUrl: server.url, token, ...changes },
	});
};

const head = (status: string, ...headers: string[]) =>
	[`HTTP/1.1 ${status}`, 'Connection: close', ...headers, '', ''].join('\r\n');

const respondWith = (status: string, body: string, ...headers: string[]) => {
	server.respond((socket) => socket.end(head(status, ...headers) + body));
};

const noContacts = '{"data":[],"links":{},"meta":{}}';

it.each([new ChannelMessaging(), new ChannelMessagingTrigger()])(
	'The credential test of $description.displayName sends one search with the trimmed token',
	async (node) => {
		respondWith('200 OK', noContacts);
		const changes = { baseUrl: ` ${server.url}/v1/ `, token: ` Bearer ${token}\n` };

		expect(await testCredential(changes, node)).toMatchObject({ status: 'OK' });

		const [request = ''] = server.received;
		expect(server.received).toHaveLength(1);
		expect(request).toMatch(/^GET \/v1\/contact\/by_custom_field\?name=phone&value=0 HTTP/);
		expect(request).toContain(`Authorization: Bearer ${token}\r\n`);
	},
);

it.each<[string, [string, string, ...string[]], string]>([
	[
		'status 401',
		['401 Unauthorized', '{"status":"error","message":"API Token is invalid."}'],
		'API Token is invalid. Generate a token in the channel settings by clicking the key icon next to the channel, and enter it in the credential.',
	],
	[
		'status 429',
		['429 Too Many Requests', '{"status":"error","message":"Too many requests"}'],
		'Too many requests. Test again in a minute.',
	],
	[
		'a rejection',
		['403 Forbidden', `{"status":"error","message":"<b>${token} is blocked"}`],
		"‹b>(token) is blocked. Check 'Token' and 'Base URL', or test again later.",
	],
	[
		'status 502',
		['502 Bad Gateway', '<h1>Bad Gateway'],
		'The service failed (502). Test again later.',
	],
	[
		'a redirect',
		['302 Found', '', 'Location: https://other.example/'],
		"The service redirects to another address (302). The node doesn't follow redirects, to keep the token secret. Enter the final address as 'Base URL' in the credential.",
	],
	[
		'a web page',
		['200 OK', '<h1>Welcome'],
		"The service returned an unexpected response. Expected JSON, but the response begins with: ‹h1>Welcome. Check 'Base URL' in the credential: it must be the address of the service.",
	],
	[
		'other JSON',
		['200 OK', '{"status":"success"}'],
		'The service returned an unexpected response. Expected a list of contacts in \'data\', but the response begins with: {"status":"success"}. Check \'Base URL\' in the credential: it must be the address of the service.',
	],
])(
	'The message of the credential test after %s contains the next step',
	async (_, args, message) => {
		respondWith(...args);
		expect(await testCredential()).toEqual({ status: 'Error', message });
	},
);

it('The credential test stops reading a compressed response of 100 MB', async () => {
	server.respond((socket) => {
		socket.write(head('200 OK', 'Content-Encoding: gzip'));
		socket.end(gzipSync(Buffer.alloc(100 * 2 ** 20)));
	});

	expect(await testCredential()).toEqual({
		status: 'Error',
		message:
			"The service's response is larger than 4 MB. Check 'Base URL': it must be the address of the service.",
	});
	await waitFor('closed connections', () => server.openConnections === 0);
});

afterEach(() => {
	jest.restoreAllMocks();
});

it.each([
	['the headers', ''],
	['the body', head('200 OK', 'Content-Length: 100')],
])('The credential test ends after 15 s if %s never arrive', async (_, text) => {
	const timer = new AbortController();
	const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(timer.signal);
	server.respond((socket) => {
		socket.write(text, () => {
			timer.abort();
		});
		if (text === '') timer.abort();
	});

	expect(await testCredential()).toEqual({
		status: 'Error',
		message: "No response from the service within 15 s. Check 'Base URL', or test again later.",
	});
	expect(timeout).toHaveBeenCalledWith(15_000);
});

it.each([
	[{ baseUrl: 'http://channel.example.com' }, "turn on 'Allow HTTP (Not Secure)'"],
	[{ token: 'short' }, "The credential's 'Token' is empty or shorter than 8 characters."],
	[{ baseUrl: 'http://127.0.0.1:9' }, 'No connection to the service.'],
])('The credential test fails without a response: %j', async (changes, message) => {
	expect(await testCredential(changes)).toEqual({
		status: 'Error',
		message: expect.stringContaining(message) as string,
	});
	expect(server.received).toEqual([]);
});
