import { ApiError } from './apiError';
import type { ApiResponse } from './apiResponse';
import { bodyLimits, type BodyLimits } from './responseLimits';
import type { ExceededLimit } from './scanJson';

/** Parsing this many characters takes less than a millisecond. */
export const maxCharactersAtOnce = bodyLimits.envelope.maxBytes;

type ReceivedBody = Pick<ApiResponse, 'bytes' | 'text' | 'truncated'>;

/**
 * Stops reading at the maximum size so that many concurrent responses fit into memory. Never
 * rejects. If reading fails, the error is in `truncated`.
 *
 * @param beforeLarge awaited before each chunk that makes the body larger than an envelope
 */
export async function readBody(
	stream: AsyncIterable<unknown> | Iterable<unknown>,
	{ maxBytes }: Pick<BodyLimits, 'maxBytes'>,
	failureOf: (error: unknown) => ApiError,
	beforeLarge: () => Promise<void> = async () => undefined,
): Promise<ReceivedBody> {
	// `TextDecoder` drops the byte order mark, which `JSON.parse` would reject. Chunks are decoded as
	// they arrive because decoding a large body in one step would block n8n.
	const decoder = new TextDecoder();
	let text = '';
	let bytes = 0;
	try {
		for await (const chunk of stream) {
			const content = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
			bytes += content.length;
			if (bytes > maxBytes) {
				return { text, bytes, truncated: tooLarge({ limit: 'bytes', max: maxBytes }) };
			}
			if (bytes > maxCharactersAtOnce) await beforeLarge();
			text += decoder.decode(content, { stream: true });
		}
		return { text: text + decoder.decode(), bytes };
	} catch (error) {
		return { text, bytes, truncated: failureOf(error) };
	}
}

export function tooLarge(exceeded: ExceededLimit): ApiError {
	return new ApiError({ reason: 'responseTooLarge', outcome: 'unknown', exceeded });
}
