import { fastify } from 'fastify';
import { channelApi } from './api/channelApi';
import { Channel } from './channel';
import type { ConfigurationChange } from './configuration';
import { control } from './control';
import { inbox } from './inbox';
import { replies } from './replies';

export interface ServiceOptions extends ConfigurationChange {
	/** Any free port by default. */
	port?: number;
	/** `test-channel-token` by default. */
	token?: string;
	/** The number of initial contacts, 25 by default. */
	contacts?: number;
}

export interface Service extends Channel {
	/** The base URL of the credential: `http://127.0.0.1:port`. */
	readonly url: string;
	/** Closes open connections without responding to pending requests. */
	close(): Promise<void>;
}

/** Exceeds Node.js's limit for request headers (16 KiB), so that no ID is too long. */
const maxIdLength = 20_000;

/** Serves the whole interface on the loopback address. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
	const { port = 0, token = 'test-channel-token', contacts = 25, ...configuration } = options;
	const channel = new Channel(token, contacts, configuration);
	const server = fastify({
		forceCloseConnections: true,
		exposeHeadRoutes: false,
		routerOptions: { maxParamLength: maxIdLength },
	});
	// Separate scopes: each plugin has its own hooks and error handler.
	for (const plugin of [channelApi, control, inbox, replies]) {
		server.register((scope, _options, done) => {
			plugin(scope, channel);
			done();
		});
	}
	const url = await server.listen({ host: '127.0.0.1', port });
	return Object.assign(channel, {
		url,
		close: async () => {
			await server.close();
		},
	});
}
