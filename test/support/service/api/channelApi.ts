import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Channel } from '../channel';
import { formatIssues } from '../formatIssues';
import { addEndpoints } from './endpoints';
import { envelope, ErrorResponse } from './errorResponse';
import { addRequestHooks } from './requestHooks';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Serves the whole interface, and the 404 of unknown paths. */
export function channelApi(api: FastifyInstance, channel: Channel): void {
	api.removeContentTypeParser('text/plain');
	api.setErrorHandler<FastifyError>(sendError);
	api.setValidatorCompiler<z.ZodType<unknown>>(({ schema, httpPart = '' }) => (data: unknown) => {
		const result = schema.safeParse(data, { path: [httpPart] });
		return result.success ? { value: result.data } : { error: result.error };
	});
	addRequestHooks(api, channel);

	const paths = new Set<string>();
	api.addHook('onRoute', ({ url }) => {
		paths.add(url);
	});
	addEndpoints(api, channel);
	for (const url of paths) {
		const method = methods.filter((candidate) => !api.hasRoute({ url, method: candidate }));
		api.route({ url, method, handler: respondWith(405) });
	}
	api.setNotFoundHandler(respondWith(404));
}

function respondWith(status: number): () => never {
	return () => {
		throw new ErrorResponse(status);
	};
}

/** Sends errors in the envelope (section 7, Errors). */
function sendError(error: FastifyError, _request: FastifyRequest, reply: FastifyReply): unknown {
	if (error instanceof ErrorResponse) {
		return reply.code(error.status).headers(error.headers).send(envelope('error', error.message));
	}
	// Validation errors and Fastify's own 4xx become the general error.
	const status = (error.statusCode ?? 500) < 500 ? 403 : 500;
	const message = error instanceof z.ZodError ? formatIssues(error) : error.message;
	return reply.code(status).send(envelope('error', message));
}
