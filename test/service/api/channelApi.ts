import type { FastifyInstance, HTTPMethods } from 'fastify';
import type { ChannelState } from '../channelState';
import './endpointConfig';
import { admitCalls } from './admission';
import { contactEndpoints } from './contactEndpoints';
import { answerErrors, describeSchemaErrors } from './errorAnswers';
import { injectFaults } from './faultInjection';
import { messageEndpoint } from './messageEndpoint';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

const methodsOfPaths: Record<string, readonly HTTPMethods[]> = {
	'/v1/message/sendContent/:contactId': ['POST'],
	'/v1/contact': ['POST'],
	'/v1/contact/by_custom_field': ['GET'],
	'/v1/contact/:contactId': ['GET', 'PUT'],
	'/v1/contact/:contactId/tags': ['POST', 'DELETE'],
};

/** The whole interface; also answers every path that no one else serves. */
export function channelApi(api: FastifyInstance, state: ChannelState): void {
	api.removeContentTypeParser('text/plain');
	api.setSchemaErrorFormatter(describeSchemaErrors);
	answerErrors(api);
	admitCalls(api, state);
	injectFaults(api, state);
	messageEndpoint(api, state);
	contactEndpoints(api, state);
	refuseOtherMethods(api);
	api.setNotFoundHandler((_request, reply) => reply.code(404).send());
}

/** Admission refuses these calls before the handler, which only completes the route. */
function refuseOtherMethods(api: FastifyInstance): void {
	for (const [url, allowed] of Object.entries(methodsOfPaths)) {
		api.route({
			url,
			method: methods.filter((method) => !allowed.includes(method)),
			config: { methodNotAllowed: true },
			handler: (_request, reply) => reply.code(405).send(),
		});
	}
}
