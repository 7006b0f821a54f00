import { fastify } from 'fastify';
import { channelApi, refuseUndecodable } from './api/channelApi';
import { ChannelState } from './channelState';
import type { ConfigurationChange } from './configuration';
import type { ContactBook } from './contacts/contactBook';
import { control } from './control';
import type { Faults } from './faults/faults';
import { inbox } from './inbox/inbox';
import { type Records, type Statistics, statisticsOf } from './records';

export interface ServiceOptions extends ConfigurationChange {
	/** Default 0: any free port. */
	port?: number;
	/** The channel's token; default `test-channel-token`. */
	token?: string;
	/** How many contacts there are at first; default 25. */
	contacts?: number;
}

/** A running service. */
export interface Service {
	/** `http://127.0.0.1:port`: the base URL of the credential. */
	readonly url: string;
	readonly token: string;
	/** The accepted sends, in order; grows while the service runs, a reset begins another. */
	readonly messages: Readonly<Records['messages']>;
	/** Every call that reached the API, in the order of arrival. */
	readonly calls: Readonly<Records['calls']>;
	readonly contacts: ContactBook;
	readonly faults: Faults;
	statistics(): Statistics;
	/** New limits begin to count anew. */
	configure(change: ConfigurationChange): void;
	/** Forgets log, faults and what the limits have counted; contacts are those of the start. */
	reset(): void;
	/** Cuts open connections and drops what is still to be answered. */
	close(): Promise<void>;
}

// More than the 16 KiB that Node.js takes for a request's head: no identifier is too long.
const longestIdentifier = 20_000;

/** Serves the whole interface on this machine only. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
	const { port = 0, token = 'test-channel-token', contacts = 25, ...configuration } = options;
	const state = new ChannelState(token, contacts, configuration);
	const server = fastify({
		forceCloseConnections: true,
		exposeHeadRoutes: false,
		frameworkErrors: refuseUndecodable(state),
		routerOptions: { maxParamLength: longestIdentifier },
	});
	// Each by itself: its hooks and its way to answer errors are no one else's.
	for (const part of [channelApi, control, inbox]) {
		server.register((scope, _options, done) => {
			part(scope, state);
			done();
		});
	}
	const url = await server.listen({ host: '127.0.0.1', port });

	return {
		url,
		token,
		faults: state.faults,
		get messages() {
			return state.records.messages;
		},
		get calls() {
			return state.records.calls;
		},
		get contacts() {
			return state.records.contacts;
		},
		statistics: () => statisticsOf(state.records),
		configure: (change) => {
			state.configure(change);
		},
		reset: () => {
			state.reset();
		},
		close: async () => {
			state.delays.cancelAll();
			await server.close();
		},
	};
}
