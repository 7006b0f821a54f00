import type { IBinaryData, INodeProperties } from 'n8n-workflow';

import type { AttachmentType, LinkedFile } from '../client/message';
import { isRecord } from '../client/isRecord';
import { assertMediaType } from './mediaType';
import { optionsOf } from './optionsCollection';
import { ParameterError } from './parameterError';
import type { ItemParameters, ParameterSet } from './parameterTypes';
import { quoted } from './quoted';
import { choiceField, readChoice } from './readChoice';
import { readFilledText } from './readText';

export const attachmentTypes: AttachmentType[] = ['audio', 'file', 'image', 'video'];

// The parameter has the same name as in n8n's Telegram node.
export const binaryFileField: INodeProperties = {
	displayName: 'Binary File',
	name: 'binaryData',
	type: 'boolean',
	default: false,
	description: 'Whether to send a file from the input item instead of a file from a URL',
	displayOptions: { show: { messageType: attachmentTypes } },
};

export const inputBinaryField: INodeProperties = {
	displayName: 'Input Data Field Name',
	name: 'binaryPropertyName',
	type: 'string',
	default: 'data',
	required: true,
	placeholder: 'e.g. data',
	description: 'The name of the input field that contains the file',
	hint: 'The service downloads the file from n8n through a link that expires',
	displayOptions: { show: { messageType: attachmentTypes, binaryData: [true] } },
};

/** The options' values are in the format that n8n's `createBinarySignedUrl` accepts. */
export const linkExpiresAfterOption = choiceField({
	displayName: 'Link Expires After',
	name: 'linkExpiresAfter',
	type: 'options',
	default: '1 day',
	description:
		"How long the link to the file in 'Input Data Field Name' works. The link expires earlier if n8n deletes the execution.",
	options: [
		{ name: '1 Hour', value: '1 hour' },
		{ name: '1 Day', value: '1 day' },
		{ name: '7 Days', value: '7 days' },
		{ name: '30 Days', value: '30 days' },
	],
});

export interface FileMessage {
	type: AttachmentType;
	/** Creates the link to the file. Rejects with an `ApiError` if n8n no longer has the file. */
	createLink: () => Promise<LinkedFile>;
}

/**
 * Checks that the file exists, that it has the right type, and that n8n doesn't keep it in memory.
 * Doesn't read the file's content.
 */
export function readFileMessage(
	type: AttachmentType,
	parameters: ParameterSet,
	item: ItemParameters,
): FileMessage {
	const { files, createLink } = item;
	const field = parameters.get(inputBinaryField);
	const { label } = field;
	const name = nameOf(field.value, files) ?? readFilledText(field).trim();
	const file: unknown = Object.hasOwn(files, name) ? files[name] : undefined;
	if (!isFile(file)) {
		throw new ParameterError(
			`${label} is ${quoted(name)}, but the item has no file in this field`,
			adviceForMissing(Object.keys(files)),
		);
	}
	if (createLink === undefined) {
		throw new ParameterError(
			`${label} needs signed links, which this release of n8n doesn't support`,
			'Update n8n to 1.90 or later.',
		);
	}
	if (file.id === undefined) {
		throw new ParameterError(
			`${label} is ${quoted(name)}, a file that n8n keeps in memory, so n8n can't create a link to it`,
			"Set the environment variable N8N_DEFAULT_BINARY_DATA_MODE=filesystem for n8n, or database in queue mode. If it is set, a Code node created the file: use 'Convert to File' instead.",
		);
	}
	assertMediaType(type, file, label);
	if (file.bytes === 0 || file.fileSize === '0 B') {
		throw new ParameterError(
			`${label} is ${quoted(name)}, a file without content`,
			'Check the node that returns the file, or leave out the item with an If or Filter node.',
		);
	}
	const expiresAfter = readChoice(optionsOf(item), linkExpiresAfterOption);
	return { type, createLink: async () => await createLink(file, expiresAfter) };
}

/** Returns the name of one of the item's own files, which an expression such as `$binary.data` returns. */
function nameOf(value: unknown, files: ItemParameters['files']): string | undefined {
	if (!isFile(value) || value.id === undefined) return undefined;
	const { id, fileName } = value;
	// An item can have the same stored file several times, with different file names.
	return Object.keys(files).find((name) => {
		const file = files[name];
		return isRecord(file) && file.id === id && file.fileName === fileName;
	});
}

/** Code nodes can return anything as a file. */
function isFile(file: unknown): file is IBinaryData {
	return typeof file === 'object' && file !== null;
}

const maxListedFields = 5;

function adviceForMissing(names: string[]): string {
	if (names.length === 0) {
		return 'The item has no files. Some nodes, such as Edit Fields, remove files from their items: place this node directly after the node that returns the file.';
	}
	const listed = names.slice(0, maxListedFields).map(quoted).join(', ');
	return `Enter the name of a field with a file. The item has ${listed}${names.length > maxListedFields ? ' and others' : ''}.`;
}
