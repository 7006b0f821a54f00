import { createHash } from 'node:crypto';
import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { ApiError } from '../client/apiError';
import type { CreateLink } from '../parameters/parameterTypes';
import { downloadName, downloadType, isShownSafely } from './safeDownload';

type Helpers = IExecuteFunctions['helpers'];

/** n8n supports signed links since 1.90. */
type SigningHelpers = Partial<Pick<Helpers, 'createBinarySignedUrl'>>;

/** Files that links point to, by `keyOf` of the input item's file. A linked file can be a copy. */
type LinkedFiles = Map<string, Promise<IBinaryData>>;

/**
 * Items can share a file that they name differently, such as `Offer for Ana.docx`. Each name needs
 * its own copy, because n8n serves the name of the stored file.
 */
function keyOf(file: IBinaryData, id: string): string {
	return JSON.stringify([id, downloadName(file), downloadType(file)]);
}

/**
 * All attempts (Retry On Fail) share the copies. Entries are garbage-collected with n8n's execution
 * data.
 */
const linkedFilesOfExecutions = new WeakMap<object, LinkedFiles>();

/**
 * Returns `undefined` if this n8n release doesn't support signed links. Never reads whole files
 * into memory.
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

/** Rejects with an `ApiError` if the file can't be read. */
async function linkedFile(
	file: IBinaryData,
	id: string,
	helpers: Helpers,
	files: LinkedFiles,
): Promise<IBinaryData> {
	const key = keyOf(file, id);
	const linked =
		files.get(key) ??
		fileOrCopy(file, id, helpers).catch((error: unknown) => {
			// Failures aren't cached, so that the next attempt can retry.
			files.delete(key);
			throw unavailable(error);
		});
	files.set(key, linked);
	return await linked;
}

/**
 * Copies the file as a stream if a link to the original would break or be unsafe. n8n deletes the
 * copy with the execution.
 */
async function fileOrCopy(file: IBinaryData, id: string, helpers: Helpers): Promise<IBinaryData> {
	// n8n serves files with their stored type, which can differ from the item's `mimeType`.
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
 * Files from webhooks and forms can arrive before the execution has an ID. n8n moves them when the
 * execution ends, which would break a link.
 */
function isTemporary(id: string): boolean {
	return id.includes('/temp/');
}
