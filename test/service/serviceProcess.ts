import axios from 'axios';
import { join } from 'node:path';
import { z } from 'zod';
import { until } from '../n8n/until';

import { startProgram } from '../n8n/startProgram';
import { repository } from '../repository';
import type { ConfigurationChange } from './options';

const statisticsSchema = z.object({
	accepted: z.number(),
	duplicates: z.number(),
	rateLimited: z.number(),
	messagesPerSecond: z.number(),
});
const callsSchema = z.array(
	z.object({ at: z.number(), path: z.string(), status: z.number().nullish() }),
);

/** What the service has seen. */
export type Seen = z.infer<typeof statisticsSchema> & {
	/** When the first and the last call arrived, in milliseconds since the epoch. */
	readonly firstArrival: number;
	readonly lastArrival: number;
};

/** The local service in a process of its own, so that its work isn't counted as n8n's. */
export interface ServiceProcess {
	readonly url: string;
	readonly token: string;
	/** Everything since it started. */
	seen(): Promise<Seen>;
	/** When the message to a contact was accepted, in milliseconds since the epoch. */
	acceptedAt(contactId: string): Promise<number | undefined>;
	stop(): Promise<void>;
}

const patience = 30_000;

/** Starts the service; a fresh one has an empty log, and the node knows nothing of it yet. */
export async function startServiceProcess(
	configuration: ConfigurationChange,
): Promise<ServiceProcess> {
	const program = startProgram(join(repository, 'test', 'service', 'main.ts'), ['--port', '0']);
	const ask = async (path: string): Promise<unknown> => {
		const answer = await axios.get<unknown>(`${url}/_service${path}`, { proxy: false });
		return answer.data;
	};
	const [url, token] = await until({ within: patience, waitingFor: 'the service' }, () => {
		if (program.ending() !== undefined) throw new Error(program.output());
		const [, address] = /Base URL +(\S+)/.exec(program.output()) ?? [];
		const [, secret] = /Token +(\S+)/.exec(program.output()) ?? [];
		return Promise.resolve(
			address === undefined || secret === undefined ? undefined : ([address, secret] as const),
		);
	});
	await axios.put(`${url}/_service/configuration`, configuration, { proxy: false });
	return {
		url,
		token,
		seen: async () => {
			const times = callsSchema.parse(await ask('/calls')).map(({ at }) => at);
			const [first = 0] = times;
			return {
				...statisticsSchema.parse(await ask('/statistics')),
				firstArrival: times.reduce((earliest, at) => Math.min(earliest, at), first),
				lastArrival: times.reduce((latest, at) => Math.max(latest, at), first),
			};
		},
		acceptedAt: async (contactId) =>
			callsSchema
				.parse(await ask('/calls'))
				.find(({ path, status }) => status === 200 && path.endsWith(`/${contactId}`))?.at,
		stop: () => program.stop(),
	};
}
