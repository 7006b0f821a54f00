import type { FastifyError, FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { ChannelState } from './channelState';
import type { ConfigurationChange } from './configuration';
import { describeMistakes } from './describeMistakes';
import type { FaultRule } from './faults/fault';
import { statisticsOf } from './records';

/** The program interface over HTTP, for a service in a process of its own; it takes no token. */
export function control(server: FastifyInstance, state: ChannelState): void {
	// What Faults and ChannelState throw is about what they were given.
	server.setErrorHandler<FastifyError>((error, _request, reply) =>
		reply
			.code(error.statusCode ?? 400)
			.send({ message: error instanceof z.ZodError ? describeMistakes(error) : error.message }),
	);

	server.post<{ Body: FaultRule }>('/_service/faults', (request, reply) => {
		state.faults.add(request.body);
		return reply.code(204).send();
	});
	server.delete('/_service/faults', (_request, reply) => {
		state.faults.clear();
		return reply.code(204).send();
	});
	server.put<{ Body: ConfigurationChange }>('/_service/configuration', (request) => {
		state.configure(request.body);
		return state.configuration;
	});
	server.post('/_service/reset', (_request, reply) => {
		state.reset();
		return reply.code(204).send();
	});

	server.get('/_service/messages', () => state.records.messages);
	server.get('/_service/calls', () => state.records.calls);
	server.get('/_service/contacts', () => state.records.contacts.all());
	server.get('/_service/statistics', () => statisticsOf(state.records));
}
