import { ApiError } from './apiError';
import type { ApiResponse } from './response';

/** The maximum size after decompression. Enough for a page of 2,000 contacts. */
const megabytes = 4;

/**
 * Limits the size of the body, so that many concurrent responses fit into n8n's memory.
 *
 * Never rejects. If reading the body fails or the body is too large, returns the text read so far,
 * and the error in `truncated`.
 */
export async function readBody(
	stream: AsyncIterable<unknown> | Iterable<unknown>,
	failureOf: (error: unknown) => ApiError,
): Promise<Pick<ApiResponse, 'text' | 'truncated'>> {
	const chunks: Buffer[] = [];
	// `TextDecoder` removes the byte order mark, which `JSON.parse` would reject.
	const textSoFar = () => new TextDecoder().decode(Buffer.concat(chunks));
	let size = 0;
	try {
		for await (const chunk of stream) {
			const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
			size += bytes.length;
			if (size > megabytes * 1024 * 1024) {
				const tooLarge = { reason: 'responseTooLarge', outcome: 'unknown', megabytes } as const;
				return { text: textSoFar(), truncated: new ApiError(tooLarge) };
			}
			chunks.push(bytes);
		}
		return { text: textSoFar() };
	} catch (error) {
		return { text: textSoFar(), truncated: failureOf(error) };
	}
}
