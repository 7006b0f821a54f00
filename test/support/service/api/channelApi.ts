import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Channel } from '../channel';
import { describeMistakes } from '../describeMistakes';
import { addEndpoints } from './endpoints';
import { receiveCalls } from './receiveCalls';
import { envelope, Refusal } from './refusal';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** The whole interface; also answers every path that no one else serves. */
export function channelApi(api: FastifyInstance, channel: Channel): void {
	api.removeContentTypeParser('text/plain');
	api.setErrorHandler<FastifyError>(answerError);
	api.setValidatorCompiler<z.ZodType<unknown>>(({ schema, httpPart = '' }) => (data: unknown) => {
		const result = schema.safeParse(data, { path: [httpPart] });
		return result.success ? { value: result.data } : { error: result.error };
	});
	receiveCalls(api, channel);

	const paths = new Set<string>();
	api.addHook('onRoute', ({ url }) => {
		paths.add(url);
	});
	addEndpoints(api, channel);
	for (const url of paths) {
		const method = methods.filter((candidate) => !api.hasRoute({ url, method: candidate }));
		api.route({ url, method, handler: refuseWith(405) });
	}
	api.setNotFoundHandler(refuseWith(404));
}

function refuseWith(status: number): () => never {
	return () => {
		throw new Refusal(status);
	};
}

/** Every error is answered in the envelope (section 7, Errors). */
function answerError(error: FastifyError, _request: FastifyRequest, reply: FastifyReply): unknown {
	if (error instanceof Refusal) {
		return reply.code(error.status).headers(error.headers).send(envelope('error', error.message));
	}
	// What a schema or Fastify refuses (wrong content type, JSON that isn't) is the caller's mistake.
	const status = (error.statusCode ?? 500) < 500 ? 403 : 500;
	const message = error instanceof z.ZodError ? describeMistakes(error) : error.message;
	return reply.code(status).send(envelope('error', message));
}
