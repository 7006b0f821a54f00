import type { IBinaryData } from 'n8n-workflow';

import { send } from '../../support/fixtures/parameters';
import { useChannel } from '../engine/channel';

const channel = useChannel({ acceptUnknownContacts: true });

const photo: IBinaryData = {
	id: 'filesystem-v2:workflows/1/executions/1/binary_data/photo',
	data: 'filesystem-v2',
	fileName: 'photo.png',
	mimeType: 'image/png',
};
const fields = { messageType: 'file', binaryData: true, binaryPropertyName: 'photo' };
const items = [{ contactId: '7' }];
const link = expect.stringMatching(
	/^http:\/\/localhost:5678\/rest\/binary-data\/signed\?token=[\w.-]+$/,
) as string;
const hint = {
	type: 'warning',
	message:
		"The link to the file leads to localhost, which the service can't open. Set N8N_WEBHOOK_URL (WEBHOOK_URL before n8n 2.30) to the public address of n8n.",
};

it('a message with a file of the item contains a link, with a hint if it leads to localhost', async () => {
	const { items: output, hints } = await channel.runNode({
		parameters: send({
			...fields,
			binaryData: '={{ $binary !== undefined }}',
			binaryPropertyName: '={{ $json.field }}',
		}),
		items: [{ contactId: '7', field: 'photo' }],
		binary: { photo },
	});

	const content = { type: 'file', url: link };
	expect(channel.service.messages).toMatchObject([{ item: content }]);
	expect(output).toMatchObject([{ json: { content } }]);
	expect(hints).toContainEqual(expect.objectContaining(hint));
});

it('Test Without Sending returns the link to the file of the item', async () => {
	const { items: output, hints } = await channel.runNode({
		parameters: send({ ...fields, options: { checkWithoutSending: true } }),
		items: [{ contactId: channel.service.contacts.create([]) }],
		binary: { photo },
	});

	expect(output).toMatchObject([{ json: { status: 'ready', content: { url: link } } }]);
	expect(hints).toContainEqual(expect.objectContaining(hint));
	expect(channel.service.messages).toEqual([]);
});

it('a message whose temporary file no longer exists is reported as not sent', async () => {
	const temporary = { ...photo, id: 'filesystem-v2:workflows/1/executions/temp/binary_data/photo' };
	const { error } = await channel.runNode({
		parameters: send(fields),
		items,
		binary: { photo: temporary },
	});

	expect(error?.message).toContain("n8n couldn't send the request");
	expect(error?.description).toContain('Nothing was sent.');
	expect(channel.service.requests).toEqual([]);
});
