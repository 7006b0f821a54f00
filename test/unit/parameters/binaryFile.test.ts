import type { IBinaryData, IBinaryKeyData } from 'n8n-workflow';

import { readFileMessage } from '../../../nodes/ChannelMessaging/parameters/binaryFile';
import { itemParameters } from './itemParameters';
import { parameterErrorOf } from './parameterErrorOf';

const pdf: IBinaryData = {
	id: 'filesystem-v2:1',
	data: 'filesystem-v2',
	fileName: 'menu.pdf',
	mimeType: 'application/pdf',
};
const ofType = (mimeType: string): IBinaryData => ({ ...pdf, mimeType });
const linkTo = async ({ id = '' }: IBinaryData, expiresAfter: string) =>
	await Promise.resolve({
		url: `${id} for ${expiresAfter}`,
		identity: async () => await Promise.resolve(id),
	});

type Type = Parameters<typeof readFileMessage>[0];

function read(type: Type, files: IBinaryKeyData, values: Record<string, unknown> = {}) {
	const parameters = itemParameters({ binaryPropertyName: 'data', ...values });
	return readFileMessage(type, parameters, { ...parameters, files, createLink: linkTo });
}

it.each([
	['1 day by default', {}, '1 day'],
	['7 days with Link Expires After', { options: { linkExpiresAfter: '7 days' } }, '7 days'],
])('The link to a file is valid for %s', async (_title, values, expiresAfter) => {
	const { createLink } = read('file', { data: pdf }, values);

	await expect(createLink()).resolves.toMatchObject({ url: `filesystem-v2:1 for ${expiresAfter}` });
});

it.each<[Type, string, boolean]>([
	['file', 'application/pdf', true],
	['file', '', true],
	['image', 'image/png', true],
	['image', 'IMAGE/JPEG', true],
	['image', 'application/pdf', false],
	['image', 'application/octet-stream', false],
	['image', 'imagexyz/png', false],
	['audio', 'audio/mpeg; charset=binary', true],
	['audio', 'application/ogg', true],
	['audio', 'video/mp4', false],
	['video', 'video/mp4', true],
	['video', 'application/ogg', true],
	['video', 'audio/mpeg', false],
])("whether a message of type %s accepts a file of type '%s': %s", (type, mimeType, isValid) => {
	const reading = () => read(type, { data: ofType(mimeType) });

	if (isValid) expect(reading()).toMatchObject({ type });
	else
		expect(parameterErrorOf(reading).message).toContain(
			"'menu.pdf' in 'Input Data Field Name' is ",
		);
});

const inMemory: IBinaryData = { data: 'AAAA', fileName: 'menu.pdf', mimeType: 'application/pdf' };
const manyFiles = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [name, pdf]));

it.each<[string, IBinaryKeyData, string]>([
	['data', {}, 'place this node directly after the node that returns the file'],
	// An inherited property.
	['constructor', {}, 'The item has no files.'],
	[
		'data',
		{ menu: pdf, photo: pdf },
		"Enter the name of a field with a file. The item has 'menu', 'photo'.",
	],
	['data', manyFiles, "The item has 'a', 'b', 'c', 'd', 'e' and others."],
])('readFileMessage rejects the field %s of an item with the files %j', (name, files, advice) => {
	const error = parameterErrorOf(() => read('file', files, { binaryPropertyName: name }));

	expect(error.message).toBe(
		`'Input Data Field Name' is '${name}', but the item has no file in this field`,
	);
	expect(error.advice).toContain(advice);
});

it("readFileMessage accepts one of the item's files instead of its name", () => {
	expect(read('file', { data: pdf }, { binaryPropertyName: pdf })).toMatchObject({ type: 'file' });
});

it('readFileMessage distinguishes files with the same content by their file names', async () => {
	const copy = { ...pdf, fileName: 'menu for Ana.pdf' };
	const parameters = itemParameters({ binaryPropertyName: copy });
	const createLink = jest.fn(linkTo);
	const files = { data: { ...pdf }, copy };
	await readFileMessage('file', parameters, { ...parameters, files, createLink }).createLink();

	expect(createLink).toHaveBeenCalledWith(copy, '1 day');
});

it.each([
	['no object', null],
	['text', 'AAAA'],
])('readFileMessage finds no file in a field with %s, which a Code node can return', (_, data) => {
	expect(parameterErrorOf(() => read('image', { data: data as never })).message).toBe(
		"'Input Data Field Name' is 'data', but the item has no file in this field",
	);
});

it('readFileMessage rejects an image whose type is unknown', () => {
	const file = { ...pdf, mimeType: undefined as never };

	expect(parameterErrorOf(() => read('image', { data: file })).message).toBe(
		"'menu.pdf' in 'Input Data Field Name' is of an unknown type, not an image",
	);
});

it.each<Partial<IBinaryData>>([{ bytes: 0, fileSize: '0 B' }, { fileSize: '0 B' }])(
	'readFileMessage rejects a file without content: %j',
	(size) => {
		expect(parameterErrorOf(() => read('file', { data: { ...pdf, ...size } })).message).toBe(
			"'Input Data Field Name' is 'data', a file without content",
		);
	},
);

it.each<[message: string, data: IBinaryData, binaryPropertyName: unknown, advice: string]>([
	["'Input Data Field Name' is empty", pdf, ' ', 'Enter a value'],
	[
		"'Input Data Field Name' is an object, but must be text",
		pdf,
		{ ...pdf, id: 'filesystem-v2:2' },
		'Check the expression',
	],
	[
		"'Input Data Field Name' is 'data', a file that n8n keeps in memory, so n8n can't create a link to it",
		inMemory,
		'data',
		'N8N_DEFAULT_BINARY_DATA_MODE=filesystem',
	],
])('readFileMessage rejects a field: %s', (message, data, binaryPropertyName, advice) => {
	const error = parameterErrorOf(() => read('file', { data }, { binaryPropertyName }));

	expect(error.message).toBe(message);
	expect(error.advice).toContain(advice);
});

it('readFileMessage mentions the expected file type and how to send the file', () => {
	expect(parameterErrorOf(() => read('image', { data: pdf }))).toMatchObject({
		message: "'menu.pdf' in 'Input Data Field Name' is application/pdf, not an image",
		advice: "Set 'Message Type' to File, or enter a field with an image.",
	});
});

it('readFileMessage limits names and types in error messages', () => {
	const file = { ...pdf, fileName: 'n'.repeat(10_000), mimeType: 't'.repeat(10_000) };

	expect(parameterErrorOf(() => read('image', { data: file })).message.length).toBeLessThan(250);
});

it("readFileMessage rejects files if the n8n release doesn't support signed links", () => {
	const values = itemParameters({ binaryPropertyName: 'data' });
	const parameters = { ...values, files: { data: pdf }, createLink: undefined };

	expect(parameterErrorOf(() => readFileMessage('file', parameters, parameters))).toMatchObject({
		message:
			"'Input Data Field Name' needs signed links, which this release of n8n doesn't support",
		advice: 'Update n8n to 1.90 or later.',
	});
});
