import { createRequire } from 'node:module';

import { SSHClientsManager } from 'n8n-core/dist/execution-engine/ssh-clients-manager';
import { z } from 'zod';

const container = z.object({
	Container: z.custom<{ get(type: unknown): unknown }>(
		(value) => typeof value === 'function' || typeof value === 'object',
	),
});

// Each execution starts a timer for SSH connections in n8n-core, which n8n stops when it shuts down.
// Without this, Jest would not exit.
afterAll(() => {
	const { Container } = container.parse(createRequire(require.resolve('n8n-core'))('@n8n/di'));
	const manager = Container.get(SSHClientsManager);
	if (manager instanceof SSHClientsManager) manager.onShutdown();
});
