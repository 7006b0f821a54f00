import axios from 'axios';
import { join } from 'node:path';
import { startProcessGroup } from '../n8n/processGroup';
import { waitFor } from '../n8n';
import { repository } from '../repository';
import type { ConfigurationChange } from './configuration';
import type { Statistics } from './channel';

/**
 * Starts the local service in its own process, so that measurements of n8n exclude it. Each process has
 * its own URL, so no rate limit state of the node carries over.
 */
export async function startServiceProcess(configuration: ConfigurationChange) {
	const file = join(repository, 'test', 'support', 'service', 'main.ts');
	const program = startProcessGroup({
		command: process.execPath,
		arguments: ['--require', 'tsx/cjs', file, '--port', '0'],
		folder: repository,
		environment: { PATH: process.env['PATH'] },
	});
	const { url = '', token = '' } = await waitFor('the service', () => {
		if (program.hasEnded()) throw new Error(program.output());
		return /Base URL +(?<url>\S+)[^]*Token +(?<token>\S+)/.exec(program.output())?.groups;
	});
	const control = axios.create({ baseURL: `${url}/_service`, proxy: false });
	await control.put('/configuration', configuration);
	return {
		url,
		token,
		statistics: async () => (await control.get<Statistics>('/statistics')).data,
		stop: () => program.stop(),
	};
}
