import { BinaryDataService } from 'n8n-core';
import type { IBinaryData } from 'n8n-workflow';

import { contactOperation, send } from '../../support/fixtures/parameters';
import { useChannel } from '../engine/channel';
import { type FileStorage, startFileStorage } from '../engine/fileStorage';

const channel = useChannel({ acceptUnknownContacts: true });

let storage: FileStorage;
let photo: IBinaryData;

beforeAll(async () => {
	storage = await startFileStorage();
	photo = await storage.store({ fileName: 'photo.png', mimeType: 'image/png' }, 'a photo');
});

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

it('a file that n8n puts into the JSON of the item is sent, and not saved as a custom field', async () => {
	const workflowSettings = { binaryMode: 'combined' as const };
	const items = [{ contactId: '7', city: 'Lugo', _files: { photo } as never }];

	await channel.runNode({ parameters: send(fields), items, workflowSettings });
	await channel.runNode({
		parameters: contactOperation('create', { mappingMode: 'autoMapInputData' }),
		items,
		workflowSettings,
	});

	expect(channel.service.messages).toMatchObject([{ item: { type: 'file', url: link } }]);
	expect(channel.service.contacts.all().at(-1)?.custom_fields).toEqual({
		contactId: '7',
		city: 'Lugo',
	});
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

/** Sends a file. Returns the stored name and type of the file behind the link. */
async function sentFile(file: IBinaryData) {
	await channel.runNode({ parameters: send(fields), items, binary: { photo: file } });
	const urls = channel.service.messages.map(({ item }) => ('url' in item ? item.url : ''));
	return await storage.linkedFile(urls.join());
}

it('a file that a browser could run is copied with a name, so that n8n serves it as a download', async () => {
	const page = await storage.store({ mimeType: 'text/html' }, '<script>');
	// Nodes add a name to the item that the stored file doesn't have.
	const named = { ...page, fileName: 'menu.html' };

	expect(await sentFile(named)).toMatchObject({ fileName: 'menu.html', mimeType: 'text/html' });
});

it('items that share a file send it with their own names', async () => {
	const page = await storage.store({ mimeType: 'text/html' }, '<p>');
	const names = ['Offer for Ana.html', 'Offer for Ben.html'];

	await channel.runNode({
		parameters: send(fields),
		items: names.map((_, index) => ({ contactId: String(index) })),
		binary: names.map((fileName) => ({ photo: { ...page, fileName } })),
	});

	const sent = channel.service.messages.map(async ({ contactId, item }) => [
		contactId,
		'url' in item ? (await storage.linkedFile(item.url)).fileName : '',
	]);
	expect(new Map((await Promise.all(sent)).map(([id, name]) => [id, name]))).toEqual(
		new Map(names.map((name, index) => [String(index), name])),
	);
});

it('the type of the stored file is used, not the type in the item', async () => {
	const drawing = await storage.store({ mimeType: 'image/svg+xml' }, '<svg/>');

	const file = await sentFile({ ...drawing, mimeType: 'image/png' });

	expect(file.fileName).not.toBe('');
	expect(file.fileName).toBeDefined();
});

it('a photo is linked without a copy', async () => {
	const nameless = await storage.store({ mimeType: 'image/png' }, 'a photo');

	expect((await sentFile({ ...nameless, fileName: 'photo.png' })).fileName).toBeUndefined();
});

afterEach(() => {
	jest.restoreAllMocks();
});

it('an execution in the editor reads a file that its items share once', async () => {
	const reading = jest.spyOn(BinaryDataService.prototype, 'getAsStream');

	const { error } = await channel.runNode({
		parameters: send(fields),
		items: Array.from({ length: 10 }, (_, index) => ({ contactId: String(index) })),
		binary: { photo },
	});

	expect(error).toBeUndefined();
	expect(channel.service.messages).toHaveLength(10);
	expect(reading).toHaveBeenCalledTimes(1);
});

it('a message whose link n8n cannot sign is reported as not sent', async () => {
	jest.spyOn(BinaryDataService.prototype, 'createSignedToken').mockImplementation(() => {
		throw new Error('URL signing is not available in memory mode');
	});

	const { error } = await channel.runNode({
		parameters: send(fields),
		items,
		binary: { photo },
	});

	expect(error?.description).toBe(
		"n8n reported: URL signing is not available in memory mode. Check the credential and n8n's settings. Nothing was sent.",
	);
	expect(channel.service.requests).toEqual([]);
});

it('a message whose temporary file no longer exists is reported as not sent', async () => {
	const temporary = { ...photo, id: 'filesystem-v2:workflows/1/executions/temp/binary_data/photo' };
	const { error } = await channel.runNode({
		parameters: send(fields),
		items,
		binary: { photo: temporary },
	});

	expect(error?.message).toContain("n8n couldn't prepare the request");
	expect(error?.description).toContain('Nothing was sent.');
	expect(channel.service.requests).toEqual([]);
});
