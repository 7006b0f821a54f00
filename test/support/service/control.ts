import type { FastifyError, FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Channel } from './channel';
import type { ConfigurationChange } from './configuration';
import type { FaultRule } from './faults/faults';
import { formatIssues } from './formatIssues';

/** Serves the methods of `Channel` over HTTP, without authentication. */
export function control(server: FastifyInstance, channel: Channel): void {
	// `Faults` and `Channel` throw only if their input is invalid.
	server.setErrorHandler<FastifyError>((error, _request, reply) =>
		reply
			.code(error.statusCode ?? 400)
			.send({ message: error instanceof z.ZodError ? formatIssues(error) : error.message }),
	);

	server.post<{ Body: FaultRule }>('/_service/faults', (request, reply) => {
		channel.faults.add(request.body);
		return reply.code(204).send();
	});
	server.delete('/_service/faults', (_request, reply) => {
		channel.faults.clear();
		return reply.code(204).send();
	});
	server.put<{ Body: ConfigurationChange }>('/_service/configuration', (request) => {
		channel.configure(request.body);
		return channel.configuration;
	});
	server.post('/_service/reset', (_request, reply) => {
		channel.reset();
		return reply.code(204).send();
	});

	server.get('/_service/messages', () => channel.messages);
	server.get('/_service/requests', () => channel.requests);
	server.get('/_service/contacts', () => channel.contacts.all());
	server.get('/_service/statistics', () => channel.statistics());
}
