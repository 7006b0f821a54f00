import { fastify } from 'fastify';
import { channelApi } from './api/channelApi';
import { Channel } from './channel';
import type { ConfigurationChange } from './configuration';
import { control } from './control';
import { inbox } from './inbox/inbox';

export interface ServiceOptions extends ConfigurationChange {
	/** Default 0: any free port. */
	port?: number;
	/** The channel's token; default `test-channel-token`. */
	token?: string;
	/** How many contacts there are at first; default 25. */
	contacts?: number;
}

/** A running service. */
export interface Service extends Channel {
	/** `http://127.0.0.1:port`: the base URL of the credential. */
	readonly url: string;
	/** Cuts open connections and drops what is still to be answered. */
	close(): Promise<void>;
}

// More than the 16 KiB that Node.js takes for a request's head: no identifier is too long.
const longestIdentifier = 20_000;

/** Serves the whole interface on this machine only. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
	const { port = 0, token = 'test-channel-token', contacts = 25, ...configuration } = options;
	const channel = new Channel(token, contacts, configuration);
	const server = fastify({
		forceCloseConnections: true,
		exposeHeadRoutes: false,
		routerOptions: { maxParamLength: longestIdentifier },
	});
	// Each by itself: its hooks and its way to answer errors are no one else's.
	for (const part of [channelApi, control, inbox]) {
		server.register((scope, _options, done) => {
			part(scope, channel);
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
