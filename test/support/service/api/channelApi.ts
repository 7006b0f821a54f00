import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ChannelState } from '../channelState';
import { describeMistakes } from '../describeMistakes';
import { admitCalls, logCall } from './admission';
import { contactIdOf, contactSegmentOf } from './contactIdentifier';
import { type Endpoint, endpoints } from './endpoints';
import { injectFaults } from './faultInjection';
import { envelope, Refusal } from './refusal';
import { noQuery } from './schemas';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** The whole interface; also answers every path that no one else serves. */
export function channelApi(api: FastifyInstance, state: ChannelState): void {
	api.decorateRequest('passage');
	api.removeContentTypeParser('text/plain');
	api.setErrorHandler<FastifyError>(answerError);
	admitCalls(api, state);
	injectFaults(api, state);
	for (const endpoint of endpoints) {
		api.route({
			method: endpoint.method,
			url: endpoint.path,
			config: { endpoint },
			handler: (request) => performCall(endpoint, request, state),
		});
	}
	// Admission refuses these before their handler, which only completes the route.
	for (const url of new Set(endpoints.map(({ path }) => path))) {
		const served = endpoints.filter(({ path }) => path === url).map(({ method }) => method);
		api.route({
			url,
			method: methods.filter((method) => !served.some((one) => one === method)),
			handler: (_request, reply) => reply.send(),
		});
	}
	api.setNotFoundHandler((_request, reply) => reply.send());
}

function performCall(endpoint: Endpoint, request: FastifyRequest, state: ChannelState): object {
	const { passage } = request;
	const { configuration } = state;
	const contactId = contactIdOf(request, configuration.channelType);
	if (contactId === undefined && contactSegmentOf(request) !== undefined) {
		throw new Refusal(403, 'On the Viber channel the contact identifier must be Base64 encoded.');
	}
	const query = <Query>(schema: z.ZodType<Query>): Query =>
		schema.parse(request.query, { path: ['query'] });
	if (endpoint.takesQuery !== true) query(noQuery);
	const answer = endpoint.answer({
		passage,
		configuration,
		contactId: contactId ?? '',
		address: `http://${request.host}${endpoint.path}`,
		body: (schema) => schema.parse(request.body, { path: ['body'] }),
		query,
	});
	passage.call.accepted = true;
	return answer;
}

/** Every error is answered in the envelope (section 7, Errors). */
function answerError(error: FastifyError, _request: FastifyRequest, reply: FastifyReply): unknown {
	if (error instanceof Refusal) {
		return reply.code(error.status).headers(error.headers).send(envelope('error', error.message));
	}
	if (error instanceof z.ZodError) {
		return reply.code(403).send(envelope('error', describeMistakes(error)));
	}
	// What Fastify refuses (wrong content type, JSON that isn't) is the caller's mistake.
	const status = (error.statusCode ?? 500) < 500 ? 403 : 500;
	return reply.code(status).send(envelope('error', error.message));
}

/** Refuses a path that can't even be decoded (`/v1/contact/%zz`), which belongs to no endpoint. */
export function refuseUndecodable(state: ChannelState) {
	return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
		logCall(request, state).status = 403;
		void reply.code(403).send(envelope('error', error.message));
	};
}
