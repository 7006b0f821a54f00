import type { FastifyError, FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Channel } from './channel';
import type { ConfigurationChange } from './configuration';
import { describeMistakes } from './describeMistakes';
import type { FaultRule } from './faults/faults';

/** The program interface over HTTP, for a service in a process of its own; it takes no token. */
export function control(server: FastifyInstance, channel: Channel): void {
	// What Faults and Channel throw is about what they were given.
	server.setErrorHandler<FastifyError>((error, _request, reply) =>
		reply
			.code(error.statusCode ?? 400)
			.send({ message: error instanceof z.ZodError ? describeMistakes(error) : error.message }),
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
	server.get('/_service/calls', () => channel.calls);
	server.get('/_service/contacts', () => channel.contacts.all());
	server.get('/_service/statistics', () => channel.statistics());
}
