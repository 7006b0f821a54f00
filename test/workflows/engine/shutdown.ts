import { createRequire } from 'node:module';

import { SSHClientsManager } from 'n8n-core/dist/execution-engine/ssh-clients-manager';
import { z } from 'zod';

const container = z.object({
	Container: z.custom<{ get(type: unknown): unknown }>(
		(value) => typeof value === 'function' || typeof value === 'object',
	),
});

// Every execution makes n8n-core start a timer for SSH connections, which would keep the tests from
// ending. n8n itself stops it when it shuts down.
afterAll(() => {
	const { Container } = container.parse(createRequire(require.resolve('n8n-core'))('@n8n/di'));
	const manager = Container.get(SSHClientsManager);
	if (manager instanceof SSHClientsManager) manager.onShutdown();
});
