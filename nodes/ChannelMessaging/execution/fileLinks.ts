import { createHash } from 'node:crypto';
import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { ApiError } from '../client/apiError';
import type { CreateLink } from '../parameters/parameterTypes';
import { isSafeInline } from './inlineFileType';
import { downloadName, downloadType } from './downloadNameAndType';

type Helpers = IExecuteFunctions['helpers'];

/** n8n has supported signed links since 1.90. */
type SigningHelpers = Partial<Pick<Helpers, 'createBinarySignedUrl'>>;

/** Results for an execution's files. Many items can share a file. */
interface ExecutionFiles {
	/**
	 * The linked files. Each key is the result of `keyOf` for a file in an input item. A linked file is
	 * either the file in the input item or a copy of it.
	 */
	linked: Map<string, Promise<IBinaryData>>;
	/** Hashes of file contents, keyed by file ID. */
	hashes: Map<string, Promise<string>>;
}

/**
 * Items can share a file that they name differently, such as `Offer for Ana.docx`. Each name needs
 * its own copy, because n8n serves the name of the stored file.
 */
function keyOf(file: IBinaryData, id: string): string {
	return JSON.stringify([id, downloadName(file), downloadType(file)]);
}

/**
 * All attempts (Retry On Fail) share the results. Entries are garbage-collected with n8n's execution
 * data.
 */
const filesByExecution = new WeakMap<object, ExecutionFiles>();

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
		const { id = '', fileName } = file;
		const { linked, hashes } = filesOf(context);
		const target = await once(linked, keyOf(file, id), async () => {
			return await fileOrCopy(file, id, helpers);
		});
		return {
			url: urlOf(target, expiresAfter, helpers),
			identity: async () => {
				const hash = await once(hashes, id, async () => await contentHash(id, helpers));
				return JSON.stringify([fileName, hash]);
			},
		};
	};
}

function filesOf(context: Pick<IExecuteFunctions, 'getExecuteData'>): ExecutionFiles {
	const key = context.getExecuteData();
	const files = filesByExecution.get(key) ?? { linked: new Map(), hashes: new Map() };
	filesByExecution.set(key, files);
	return files;
}

/** Rejects with an `ApiError` if the file can't be read. */
async function once<Result>(
	results: Map<string, Promise<Result>>,
	key: string,
	read: () => Promise<Result>,
): Promise<Result> {
	const result =
		results.get(key) ??
		read().catch((error: unknown) => {
			// Failures aren't cached, so that the next attempt can retry.
			results.delete(key);
			throw unavailable(error);
		});
	results.set(key, result);
	return await result;
}

/** Throws an `ApiError` if n8n can't sign the link, for example because it keeps copies in memory. */
function urlOf(file: IBinaryData, expiresAfter: string, helpers: Helpers): string {
	try {
		return helpers.createBinarySignedUrl(file, expiresAfter);
	} catch (error) {
		throw unavailable(error);
	}
}

/**
 * Copies the file as a stream if a link to the original file would break or be unsafe. n8n deletes
 * the copy along with the execution.
 */
async function fileOrCopy(file: IBinaryData, id: string, helpers: Helpers): Promise<IBinaryData> {
	// n8n serves files with their stored type, which can differ from the item's `mimeType`.
	const { mimeType } = await helpers.getBinaryMetadata(id);
	if (!isTemporary(id) && isSafeInline(mimeType)) return file;
	const content = await helpers.getBinaryStream(id);
	return await helpers.prepareBinaryData(content, downloadName(file), downloadType(file));
}

async function contentHash(id: string, helpers: Helpers): Promise<string> {
	const hash = createHash('sha256');
	for await (const part of await helpers.getBinaryStream(id)) {
		hash.update(typeof part === 'string' ? part : Buffer.from(part));
	}
	return hash.digest('base64url');
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
