import axios from 'axios';
import { join } from 'node:path';
import { startProgram } from '../n8n/processGroup';
import { until } from '../n8n/until';
import { repository } from '../repository';
import type { ConfigurationChange } from './configuration';
import type { Statistics } from './channel';

export type ServiceProcess = Awaited<ReturnType<typeof startServiceProcess>>;

/** How long it may take to start on a busy machine, in milliseconds. */
const patience = 30_000;

/**
 * Starts the local service in a process of its own, so that its work isn't counted as n8n's. A fresh
 * one has an empty log, and the node knows nothing of it yet.
 */
export async function startServiceProcess(configuration: ConfigurationChange) {
	const file = join(repository, 'test', 'support', 'service', 'main.ts');
	const program = startProgram(file, ['--port', '0']);
	const [url, token] = await until({ within: patience, waitingFor: 'the service' }, () => {
		if (program.hasEnded()) throw new Error(program.output());
		const [, address, secret] = /Base URL +(\S+)[^]*Token +(\S+)/.exec(program.output()) ?? [];
		return Promise.resolve(
			address === undefined || secret === undefined ? undefined : ([address, secret] as const),
		);
	});
	const control = axios.create({ baseURL: `${url}/_service`, proxy: false });
	await control.put('/configuration', configuration);
	return {
		url,
		token,
		/** Everything since it started. */
		seen: async () => (await control.get<Statistics>('/statistics')).data,
		stop: () => program.stop(),
	};
}
