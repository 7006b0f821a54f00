import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { ApiError } from '../client/apiError';
import type { CreateLink } from '../parameters/parameter';

type Helpers = IExecuteFunctions['helpers'];

/** Releases of n8n before 1.90 have no signed links to files. */
type SigningHelpers = Partial<Pick<Helpers, 'createBinarySignedUrl'>>;

/** By the ID of the file. */
type Copies = Map<string, Promise<IBinaryData>>;

/**
 * All attempts (Retry On Fail) of a node execution share its copies. They are released together
 * with the execution's data.
 */
const copiesOfExecutions = new WeakMap<object, Copies>();

/** Doesn't read files into memory. */
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
 * n8n moves files that a webhook or a form received before the execution had an ID. The move, at
 * the end of the execution, breaks links to the file.
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
 * Copies a file once, as a stream. n8n deletes the copy together with the execution. Rejects with an
 * `ApiError` if the file no longer exists.
 */
async function copyOf(file: IBinaryData, helpers: Helpers, copies: Copies): Promise<IBinaryData> {
	const { id = '', fileName, mimeType } = file;
	const copy =
		copies.get(id) ??
		helpers
			.getBinaryStream(id)
			.then(async (stream) => await helpers.prepareBinaryData(stream, fileName, mimeType))
			.catch((error: unknown) => {
				// The next attempt tries again.
				copies.delete(id);
				const cause = error instanceof Error ? error.message : String(error);
				throw new ApiError({ reason: 'requestNotMade', outcome: 'notDone', cause });
			});
	copies.set(id, copy);
	return await copy;
}
