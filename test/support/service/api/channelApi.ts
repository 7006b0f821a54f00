import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyError, FastifyInstance } from 'fastify';
import type { Channel } from '../channel';
import { envelope } from './errorResponse';
import { respond } from './respond';

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
			const { response, closesConnection, delayMs, logged } = respond(channel, {
				// Unlike `Date.now()`, has fractions of a millisecond and is monotonic.
				at: performance.timeOrigin + performance.now(),
				method,
				path,
				host,
				authorization: headers.authorization,
				contentType: headers['content-type'],
				body: typeof body === 'string' ? body : undefined,
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
