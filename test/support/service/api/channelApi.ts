import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyError, FastifyInstance } from 'fastify';
import { downloadFile, isOnThisMachine } from '../attachments/downloadedFile';
import type { Channel } from '../channel';
import { envelope } from './errorResponse';
import { respond } from './respond';
import { sendBody } from './schemas';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Serves the whole interface over HTTP. */
export function channelApi(api: FastifyInstance, channel: Channel): void {
	api.removeAllContentTypeParsers();
	api.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
		done(null, body);
	});
	api.setErrorHandler<FastifyError>((error, _request, reply) =>
		reply.code((error.statusCode ?? 500) < 500 ? 403 : 500).send(envelope('error', error.message)),
	);
	const closing = new AbortController();
	setMaxListeners(0, closing.signal);
	api.addHook('onClose', () => {
		closing.abort();
	});
	api.route({
		method: methods,
		url: '/*',
		handler: async ({ method, url: path, host, headers, body, raw }, reply) => {
			const attachmentType = await downloadedType(body);
			const { response, closesConnection, delayMs, logged } = respond(channel, {
				// Unlike `Date.now()`, has fractions of a millisecond and is monotonic.
				at: performance.timeOrigin + performance.now(),
				method,
				path,
				host,
				authorization: headers.authorization,
				contentType: headers['content-type'],
				body: typeof body === 'string' ? body : undefined,
				attachmentType,
			});
			const { status } = logged;
			logged.status = null;
			const { minMs, maxMs } = channel.configuration.latency;
			const milliseconds = minMs + delayMs + Math.random() * (maxMs - minMs);
			const signal = closing.signal;
			if (milliseconds > 0) await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
			if (response === undefined || signal.aborted) {
				reply.hijack();
				if (closesConnection) raw.socket.destroy();
				return;
			}
			logged.status = status;
			return await reply.code(response.status).headers(response.headers).send(response.body);
		},
	});
}

/**
 * Downloads an image, video, or audio file if it is on this machine, such as a file in n8n. Returns
 * its type, an empty string if the download fails, or `undefined` if there is nothing to download.
 */
async function downloadedType(body: unknown): Promise<string | undefined> {
	if (typeof body !== 'string' || !body.includes('"url"')) return undefined;
	try {
		const [item] = sendBody.parse(JSON.parse(body)).body;
		if (!('url' in item) || item.type === 'file' || !isOnThisMachine(item.url)) return undefined;
		return (await downloadFile(item.url)).type;
	} catch {
		return '';
	}
}
