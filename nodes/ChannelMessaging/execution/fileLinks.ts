import { createHash } from 'node:crypto';
import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { ApiError } from '../client/apiError';
import type { CreateLink } from '../parameters/parameterTypes';
import { downloadName, downloadType, isShownSafely } from './linkedFile';

type Helpers = IExecuteFunctions['helpers'];

/** n8n releases before 1.90 don't support signed links to files. */
type SigningHelpers = Partial<Pick<Helpers, 'createBinarySignedUrl'>>;

/** The files that links lead to, by the ID of the item's file. */
type LinkedFiles = Map<string, Promise<IBinaryData>>;

/**
 * All attempts (Retry On Fail) of a node execution share the copied files. The map entry is
 * garbage-collected together with the execution's data.
 */
const linkedFilesOfExecutions = new WeakMap<object, LinkedFiles>();

/**
 * Creates links without reading files into memory. Returns `undefined` if n8n doesn't support
 * signed links to files.
 */
export function fileLinksOf(
	context: Pick<IExecuteFunctions, 'getExecuteData' | 'helpers'>,
): CreateLink | undefined {
	const { helpers } = context;
	const older: SigningHelpers = helpers;
	if (older.createBinarySignedUrl === undefined) return undefined;
	return async (file, expiresAfter) => {
		const { id = '' } = file;
		const linked = await linkedFile(file, id, helpers, linkedFilesOf(context));
		return {
			url: helpers.createBinarySignedUrl(linked, expiresAfter),
			identity: async () => await identityOf(file, id, helpers),
		};
	};
}

function linkedFilesOf(context: Pick<IExecuteFunctions, 'getExecuteData'>): LinkedFiles {
	const key = context.getExecuteData();
	const files = linkedFilesOfExecutions.get(key) ?? new Map<string, Promise<IBinaryData>>();
	linkedFilesOfExecutions.set(key, files);
	return files;
}

/** Rejects with an `ApiError` if the file no longer exists. */
async function linkedFile(
	file: IBinaryData,
	id: string,
	helpers: Helpers,
	files: LinkedFiles,
): Promise<IBinaryData> {
	const linked =
		files.get(id) ??
		fileOrCopy(file, id, helpers).catch((error: unknown) => {
			// A failure isn't cached, so that the next attempt can copy the file.
			files.delete(id);
			throw unavailable(error);
		});
	files.set(id, linked);
	return await linked;
}

/** Copies a file as a stream. n8n deletes the copy together with the execution. */
async function fileOrCopy(file: IBinaryData, id: string, helpers: Helpers): Promise<IBinaryData> {
	// n8n serves a file as its metadata says, which can differ from the item.
	const { mimeType } = await helpers.getBinaryMetadata(id);
	if (!isTemporary(id) && isShownSafely(mimeType)) return file;
	const content = await helpers.getBinaryStream(id);
	return await helpers.prepareBinaryData(content, downloadName(file), downloadType(file));
}

async function identityOf(file: IBinaryData, id: string, helpers: Helpers): Promise<string> {
	const hash = createHash('sha256');
	try {
		for await (const part of await helpers.getBinaryStream(id)) {
			hash.update(typeof part === 'string' ? part : Buffer.from(part));
		}
	} catch (error) {
		throw unavailable(error);
	}
	return JSON.stringify([file.fileName, hash.digest('base64url')]);
}

function unavailable(error: unknown): ApiError {
	const cause = error instanceof Error ? error.message : String(error);
	return new ApiError({ reason: 'requestNotMade', outcome: 'notDone', cause });
}

/**
 * If a webhook or a form receives a file before the execution has an ID, n8n stores the file in a
 * temporary folder. n8n moves the file when the execution ends, which breaks links to it.
 */
function isTemporary(id: string): boolean {
	return id.includes('/temp/');
}
