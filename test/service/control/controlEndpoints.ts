import type { FastifyError, FastifyInstance } from 'fastify';
import type { ChannelState } from '../channelState';
import type { ConfigurationChange } from '../options';
import { statisticsOf } from '../records/statistics';
import { configurationSchema, type FaultRuleBody, faultRuleSchema } from './controlSchemas';

/** The program interface over HTTP, for a service in a process of its own; it takes no token. */
export function controlEndpoints(control: FastifyInstance, state: ChannelState): void {
	control.setErrorHandler<FastifyError>((error, _request, reply) =>
		reply.code(error.statusCode ?? 500).send({ message: error.message }),
	);

	control.post<{ Body: FaultRuleBody }>(
		'/_service/faults',
		{ schema: { body: faultRuleSchema } },
		(request, reply) => {
			const { times, ...rule } = request.body;
			try {
				// JSON has no Infinity, and writes null for it.
				state.faults.add({ ...rule, times: times === null ? Infinity : (times ?? 1) });
			} catch (error) {
				return reply.code(400).send({ message: String(error) });
			}
			return reply.code(204).send();
		},
	);
	control.delete('/_service/faults', (_request, reply) => {
		state.faults.clear();
		return reply.code(204).send();
	});

	control.get('/_service/messages', (_request, reply) =>
		reply.send(state.records.messageLog.messages),
	);
	control.get('/_service/calls', (_request, reply) => reply.send(state.records.callLog.calls));
	control.get('/_service/contacts', (_request, reply) => reply.send(state.records.contacts.all()));
	control.get('/_service/statistics', (_request, reply) =>
		reply.send(statisticsOf(state.records.messageLog, state.records.callLog)),
	);

	control.put<{ Body: ConfigurationChange }>(
		'/_service/configuration',
		{ schema: { body: configurationSchema } },
		(request, reply) => {
			state.configure(request.body);
			return reply.send(state.configuration);
		},
	);
	control.post('/_service/reset', (_request, reply) => {
		state.reset();
		return reply.code(204).send();
	});
}
