import { delimiter } from 'node:path';
import type { InstalledRelease } from './install';
import { currentRelease } from './release';
import { n8nEnvironment } from './settings';

const installed: InstalledRelease = {
	release: currentRelease,
	folder: '/cache/n8n',
	node: '/cache/n8n/node_modules/.bin/node',
	program: '/cache/n8n/node_modules/n8n/bin/n8n',
};
const place = { userFolder: '/data', port: 1, brokerPort: 2 };

test("neither the caller's n8n nor the caller's proxy reaches the one that is started", () => {
	const outer = { N8N_ENCRYPTION_KEY: 'x', DB_TYPE: 'postgresdb', HTTPS_PROXY: 'y', HOME: '/me' };
	const environment = n8nEnvironment(installed, place, outer, {});
	expect(environment).not.toHaveProperty('N8N_ENCRYPTION_KEY');
	expect(environment).not.toHaveProperty('DB_TYPE');
	expect(environment).not.toHaveProperty('HTTPS_PROXY');
	expect(environment).toMatchObject({ HOME: '/data', N8N_USER_FOLDER: '/data', TMPDIR: '/data' });
});

test("the release's Node.js is the first that n8n finds", () => {
	const { PATH } = n8nEnvironment(installed, place, { PATH: '/bin' }, {});
	expect(PATH).toBe(['/cache/n8n/node_modules/.bin', '/bin'].join(delimiter));
});

test('it listens on loopback alone, on its own ports, and a test may set what it likes', () => {
	const environment = n8nEnvironment(installed, place, {}, { N8N_LOG_LEVEL: 'debug' });
	expect(environment).toMatchObject({
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_RUNNERS_BROKER_LISTEN_ADDRESS: '127.0.0.1',
		N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
		N8N_PORT: '1',
		QUEUE_HEALTH_CHECK_PORT: '1',
		N8N_RUNNERS_BROKER_PORT: '2',
		N8N_LOG_LEVEL: 'debug',
	});
});
