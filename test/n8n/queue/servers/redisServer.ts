import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, loopback } from '../../../support/n8n';
import { findProgram } from './findProgram';
import { startServer } from './startServer';

/** A Redis on loopback. */
export interface RedisServer {
	readonly port: number;
	/** Ends it, and starts it again on the same port with what it had. */
	restart(): Promise<void>;
	/** Ends it, and removes its data. */
	stop(): Promise<void>;
}

/** Starts a Redis that keeps what it is given, as a Redis behind n8n has to. */
export async function startRedis(): Promise<RedisServer> {
	const program = await findProgram({ name: 'redis-server', debianPackage: 'redis-server' });
	const folder = await mkdtemp(join(tmpdir(), 'redis-'));
	const port = await freePort();
	const start = () =>
		startServer({
			program,
			arguments: [
				...['--bind', loopback, '--port', String(port), '--dir', folder],
				...['--save', '', '--appendonly', 'yes', '--appendfsync', 'everysec'],
			],
			folder,
			ready: 'Ready to accept connections',
		});
	const removeData = () => rm(folder, { recursive: true, force: true });
	try {
		let running = await start();
		return {
			port,
			restart: async () => {
				await running.stop();
				running = await start();
			},
			stop: async () => {
				await running.stop();
				await removeData();
			},
		};
	} catch (failure) {
		await removeData();
		throw failure;
	}
}
