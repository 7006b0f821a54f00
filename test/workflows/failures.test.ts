import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

import { useChannel } from './engine/channel';
import { contactOperation, sendText } from '../support/running/parameters';

const token = 'a-token-that-must-not-show-up-anywhere';
const channel = useChannel({ acceptUnknownContacts: true, token });
const send = sendText({ contactId: '1', text: 'Hi' });

it("a refusal is n8n's own error, with the service's words and without the token", async () => {
	channel.service.faults.add({
		fault: { kind: 'status', status: 403, message: `No channel for ${token}` },
	});

	const { error, stored } = await channel.run({ parameters: send });

	expect(error).toMatchObject({
		name: 'NodeApiError',
		message: 'No channel for (token) [item 0]',
		description: expect.stringContaining('Check the contact') as string,
		httpCode: '403',
	});
	expect(stored).not.toContain(token);
});

it('a refused connection is told from a lost one: nothing was sent', async () => {
	const closed = createServer();
	await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
	const { port } = closed.address() as AddressInfo;
	await new Promise((resolve) => closed.close(resolve));

	const { error, stored } = await channel.run(
		{ parameters: send },
		{ baseUrl: `http://127.0.0.1:${String(port)}` },
	);

	expect(error?.message).toBe('No connection to the service [item 0]');
	expect(error?.description).toMatch(/'Base URL'.*ECONNREFUSED.*Nothing was sent\./);
	expect(stored).not.toContain(token);
});

it.each([
	['a send', send],
	[
		'a removal of tags',
		contactOperation('removeTags', { contactId: '1', specifyTags: 'list', tagList: 'a' }),
	],
])('%s that n8n gives up before it leaves is not done, and n8n says why', async (_, parameters) => {
	const { items } = await channel.run({
		parameters,
		settings: { onError: 'continueRegularOutput' },
		authenticationFailure: new Error('Credentials could not be decrypted'),
	});

	expect(items[0]?.json.error).toEqual({
		message: 'n8n could not make the request [item 0]',
		description: 'Nothing was sent. n8n said: Credentials could not be decrypted.',
		outcome: 'notDone',
		reason: 'requestNotMade',
	});
	expect(channel.service.calls).toEqual([]);
});
