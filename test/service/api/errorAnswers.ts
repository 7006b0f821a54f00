import type { FastifyError, FastifyInstance, FastifySchemaValidationError } from 'fastify';
import { envelope } from './envelope';
import { Refusal } from './refusal';

/** Every error is answered in the envelope (section 7). */
export function answerErrors(api: FastifyInstance): void {
	api.setErrorHandler<FastifyError>((error, _request, reply) => {
		if (error instanceof Refusal) {
			return reply.code(error.status).headers(error.headers).send(envelope('error', error.message));
		}
		// What Fastify refuses (wrong content type, JSON that isn't, unknown keys) is the caller's.
		const status = error.validation || (error.statusCode ?? 500) < 500 ? 403 : 500;
		return reply.code(status).send(envelope('error', error.message));
	});
}

/** Says where the request is wrong, and names a key that doesn't belong there. */
export function describeSchemaErrors(errors: FastifySchemaValidationError[], part: string): Error {
	const descriptions = errors.map(({ instancePath, message, params }) => {
		const place = `${part}${instancePath}`.replaceAll('/', '.');
		const key = params['additionalProperty'];
		return `${place} ${message ?? 'is invalid'}${typeof key === 'string' ? `: '${key}'` : ''}`;
	});
	return new Error(descriptions.join(', '));
}
