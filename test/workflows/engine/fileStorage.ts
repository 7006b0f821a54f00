import { createRequire } from 'node:module';

import { BinaryDataService, FileLocation } from 'n8n-core';
import type { IBinaryData } from 'n8n-workflow';
import { z } from 'zod';

const container = z.object({
	Container: z.custom<{ get(type: unknown): unknown }>(
		(value) => typeof value === 'function' || typeof value === 'object',
	),
});

export interface FileStorage {
	/** Stores a file. Returns it as nodes receive it. */
	store(file: Pick<IBinaryData, 'fileName' | 'mimeType'>, content: string): Promise<IBinaryData>;
	/** Returns the stored name and type of the file to which a signed link leads. */
	linkedFile(link: string): Promise<{ fileName?: string; mimeType?: string }>;
}

/** Starts n8n's storage of files, in the temporary folder of the engine's settings. */
export async function startFileStorage(): Promise<FileStorage> {
	const { Container } = container.parse(createRequire(require.resolve('n8n-core'))('@n8n/di'));
	const service = Container.get(BinaryDataService);
	if (!(service instanceof BinaryDataService)) throw new Error('n8n has no storage of files');
	await service.init();
	return {
		store: async (file, content) => {
			const location = FileLocation.ofExecution('workflow', '1');
			return await service.store(location, Buffer.from(content), { ...file, data: '' });
		},
		linkedFile: async (link) => {
			const token = new URL(link).searchParams.get('token') ?? '';
			return await service.getMetadata(service.validateSignedToken(token));
		},
	};
}
