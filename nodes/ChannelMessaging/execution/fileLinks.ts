import { createHash } from 'node:crypto';
import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { ApiError } from '../client/apiError';
import type { CreateLink } from '../parameters/parameterTypes';
import { downloadName, downloadType, isShownSafely } from './linkedFile';

type Helpers = IExecuteFunctions['helpers'];

/** n8n releases before 1.90 don't support signed links to files. */
type SigningHelpers = Partial<Pick<Helpers, 'createBinarySignedUrl'>>;

/** Linked files or their copies, keyed by the ID of the input item's file. */
type LinkedFiles = Map<string, Promise<IBinaryData>>;

/**
 * Attempts of a node execution (Retry On Fail) share the copied files. Each entry is
 * garbage-collected together with n8n's execution data.
 */
const linkedFilesOfExecutions = new WeakMap<object, LinkedFiles>();

/**
 * Returns a function that creates links without reading whole files into memory. Returns
 * `undefined` if n8n doesn't support signed links to files.
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

/** Copies a file as a stream if needed. n8n deletes the copy together with the execution. */
async function fileOrCopy(file: IBinaryData, id: string, helpers: Helpers): Promise<IBinaryData> {
	// n8n serves a file with its stored type, which can differ from the item's `mimeType`.
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
 * Whether n8n stores the file in a temporary folder, because a webhook or form received it before
 * the execution had an ID. n8n moves the file when the execution ends, which breaks links to it.
 */
function isTemporary(id: string): boolean {
	return id.includes('/temp/');
}
