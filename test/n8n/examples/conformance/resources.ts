import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createModelCredential, startChatModel } from '../../../support/fixtures/chatModel';
import { createPostgresCredential, startPostgres } from '../../../support/fixtures/servers';
import { testEnvironment } from '../../../support/fixtures/testEnvironment';
import type { Resources } from './declaration';

/** A model that answers each message once, by repeating its text. */
export async function answeringModel(): Promise<Resources> {
	const model = await startChatModel();
	model.replyWith(({ messages }) => {
		const last = messages.at(-1);
		return last?.role === 'user' ? [{ text: `You wrote: ${String(last.content)}` }] : undefined;
	});
	return { credentials: [await createModelCredential(model)], close: model.close };
}

/** A PostgreSQL server with an empty database. */
export async function postgresDatabase(): Promise<Resources> {
	const folder = await mkdtemp(join(tmpdir(), 'postgres-'));
	const postgres = await startPostgres(folder);
	return {
		credentials: [await createPostgresCredential(testEnvironment().client, postgres)],
		close: async () => {
			await postgres.stop();
			await rm(folder, { recursive: true, force: true, maxRetries: 3 });
		},
	};
}
