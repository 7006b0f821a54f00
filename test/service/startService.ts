import { fastify } from 'fastify';
import { channelApi } from './api/channelApi';
import { schemaOptions } from './api/schemaOptions';
import { refuseUnroutable } from './api/unroutableCalls';
import { ChannelState } from './channelState';
import type { ContactBook } from './contacts/contactBook';
import { controlEndpoints } from './control/controlEndpoints';
import type { Faults } from './faults/faults';
import { inboxPage } from './inbox/inboxPage';
import { liveUpdates } from './inbox/liveUpdates';
import type { ConfigurationChange, ServiceOptions } from './options';
import type { AcceptedMessage } from './records/messageLog';
import type { ReceivedCall } from './records/receivedCall';
import { type Statistics, statisticsOf } from './records/statistics';

/** A running service. */
export interface Service {
	/** `http://127.0.0.1:port`: the base URL of the credential. */
	readonly url: string;
	readonly token: string;
	/** The accepted sends, in order; grows while the service runs, a reset begins another. */
	readonly messages: readonly AcceptedMessage[];
	/** Every call that reached the API, in the order of arrival. */
	readonly calls: readonly ReceivedCall[];
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
	const state = new ChannelState(options);
	const server = fastify({
		forceCloseConnections: true,
		exposeHeadRoutes: false,
		frameworkErrors: refuseUnroutable(state),
		routerOptions: { maxParamLength: longestIdentifier },
		ajv: { customOptions: schemaOptions },
	});
	server.register((api, _options, done) => {
		channelApi(api, state);
		done();
	});
	server.register((control, _options, done) => {
		controlEndpoints(control, state);
		inboxPage(control);
		liveUpdates(control, state);
		done();
	});
	const url = await server.listen({ host: '127.0.0.1', port: options.port ?? 0 });

	return {
		url,
		token: state.token,
		faults: state.faults,
		get messages() {
			return state.records.messageLog.messages;
		},
		get calls() {
			return state.records.callLog.calls;
		},
		get contacts() {
			return state.records.contacts;
		},
		statistics: () => statisticsOf(state.records.messageLog, state.records.callLog),
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
