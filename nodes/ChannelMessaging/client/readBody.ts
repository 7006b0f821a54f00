import { ApiError } from './apiError';
import type { ApiResponse } from './response';

/** Maximum size of a decompressed response body. A page of 2,000 contacts fits. */
const megabytes = 4;

/**
 * Limits the size of a response body, so that many concurrent responses fit into n8n's memory.
 *
 * Never rejects. If the body is too large or can't be read, returns the text that was read so far,
 * with the error in `truncated`.
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
