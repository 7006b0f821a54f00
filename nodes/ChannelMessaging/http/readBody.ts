import { ApiError } from '../api/apiError';

/** In bytes, unpacked. A page of two thousand contacts is smaller. */
const largestBody = 4 * 1024 * 1024;

/** A body, or as much of it as came. */
export interface Body {
	text: string;
	/** Why the rest is missing, where it is. */
	truncated?: ApiError;
}

/**
 * Reads the body of an answer, up to a size that n8n's memory can bear many times over. Never
 * rejects; whatever is left unread is cut off.
 *
 * @param failureOf tells why the body could not be read on
 */
export async function readBody(
	stream: AsyncIterable<unknown> | Iterable<unknown>,
	failureOf: (error: unknown) => ApiError,
): Promise<Body> {
	const chunks: Buffer[] = [];
	const soFar = () =>
		Buffer.concat(chunks)
			.toString('utf8')
			.replace(/^\uFEFF/, '');
	let size = 0;
	try {
		for await (const chunk of stream) {
			const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
			size += bytes.length;
			if (size > largestBody) return { text: soFar(), truncated: tooLarge() };
			chunks.push(bytes);
		}
		return { text: soFar() };
	} catch (error) {
		return { text: soFar(), truncated: failureOf(error) };
	}
}

function tooLarge(): ApiError {
	const megabytes = largestBody / 1024 / 1024;
	return new ApiError({ reason: 'responseTooLarge', outcome: 'unknown', megabytes });
}
