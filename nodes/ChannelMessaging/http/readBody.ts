import { ApiError } from '../api/apiError';
import type { ApiResponse } from '../api/response';

/** The size of the largest body, unpacked. A page of two thousand contacts is smaller. */
const megabytes = 4;

/**
 * Reads a body up to a size that n8n's memory can bear many times over. Never rejects: gives as much
 * of it as came, and cuts off what is left unread.
 *
 * @param failureOf tells why the body could not be read on
 */
export async function readBody(
	stream: AsyncIterable<unknown> | Iterable<unknown>,
	failureOf: (error: unknown) => ApiError,
): Promise<Pick<ApiResponse, 'text' | 'truncated'>> {
	const chunks: Buffer[] = [];
	// Leaves out a byte order mark, which no JSON may have.
	const soFar = () => new TextDecoder().decode(Buffer.concat(chunks));
	let size = 0;
	try {
		for await (const chunk of stream) {
			const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
			size += bytes.length;
			if (size > megabytes * 1024 * 1024) {
				const tooLarge = { reason: 'responseTooLarge', outcome: 'unknown', megabytes } as const;
				return { text: soFar(), truncated: new ApiError(tooLarge) };
			}
			chunks.push(bytes);
		}
		return { text: soFar() };
	} catch (error) {
		return { text: soFar(), truncated: failureOf(error) };
	}
}
