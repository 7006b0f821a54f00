import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { ApiError } from '../client/apiError';
import type { CreateLink } from '../parameters/parameterTypes';

type Helpers = IExecuteFunctions['helpers'];

/** n8n releases before 1.90 don't support signed links to files. */
type SigningHelpers = Partial<Pick<Helpers, 'createBinarySignedUrl'>>;

/** File copies by file ID. */
type Copies = Map<string, Promise<IBinaryData>>;

/**
 * All attempts (Retry On Fail) of a node execution share the copied files. The map entry is
 * garbage-collected together with the execution's data.
 */
const copiesOfExecutions = new WeakMap<object, Copies>();

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
		const lasting = isTemporary(file) ? await copyOf(file, helpers, copiesOf(context)) : file;
		return helpers.createBinarySignedUrl(lasting, expiresAfter);
	};
}

/**
 * If a webhook or a form receives a file before the execution has an ID, n8n stores the file in a
 * temporary folder. n8n moves the file when the execution ends, which breaks links to it.
 */
function isTemporary({ id = '' }: IBinaryData): boolean {
	return id.includes('/temp/');
}

function copiesOf(context: Pick<IExecuteFunctions, 'getExecuteData'>): Copies {
	const key = context.getExecuteData();
	const copies = copiesOfExecutions.get(key) ?? new Map<string, Promise<IBinaryData>>();
	copiesOfExecutions.set(key, copies);
	return copies;
}

/**
 * Copies each file only once, as a stream. n8n deletes the copy together with the execution.
 * Rejects with an `ApiError` if the file no longer exists.
 */
async function copyOf(file: IBinaryData, helpers: Helpers, copies: Copies): Promise<IBinaryData> {
	const { id = '', fileName, mimeType } = file;
	const copy =
		copies.get(id) ??
		helpers
			.getBinaryStream(id)
			.then(async (stream) => await helpers.prepareBinaryData(stream, fileName, mimeType))
			.catch((error: unknown) => {
				// A failed copy isn't cached, so that the next attempt can copy the file.
				copies.delete(id);
				const cause = error instanceof Error ? error.message : String(error);
				throw new ApiError({ reason: 'requestNotMade', outcome: 'notDone', cause });
			});
	copies.set(id, copy);
	return await copy;
}
