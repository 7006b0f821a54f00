import { Channel } from '../../../test/support/service/channel';
import { type Outcome, respond } from '../../../test/support/service/api/respond';
import type { RateLimiter } from '../../../test/support/service/limiting/rateLimiter';
import type { VirtualClock } from '../../../test/support/virtualClock';
import type { Conditions, Connection, Happening, Range } from '../history/history';
import type { RecordedRequest } from './recording';

export const tokens = { a: 'token-of-channel-a', b: 'token-of-channel-b' } as const;

/** More than the number of contacts in any history. */
const contactCount = 2_000;

const host = 'channel.example.com';

/** The result of a request as an HTTP client receives it. */
export type Delivery =
	| { kind: 'response'; status: number; headers: Record<string, string>; body: string }
	| { kind: 'error'; connection: 'lost' | 'refused' | 'tlsClosed' | 'unknownHost' }
	| { kind: 'silence' };

/** The service and the network in front of it, on a virtual clock. */
export class SimulatedService {
	readonly channels: ReadonlyMap<string, Channel>;

	private connection: { state: Connection; until: number } = { state: 'refused', until: 0 };

	private outageUntil = 0;

	constructor(
		private readonly conditions: Conditions,
		private readonly clock: VirtualClock,
		private readonly random: () => number,
	) {
		const { semantics, retryAfter, messagesPerSecond, contactRequestsPerMinute } = conditions;
		const limits = { semantics, retryAfter, messagesPerSecond, contactRequestsPerMinute };
		this.channels = new Map(
			Object.values(tokens).map((token) => {
				const configuration = { limits, acceptUnknownContacts: true };
				const channel = new Channel(token, contactCount, configuration);
				const { messages, contactRequests: requests } = channel.limits;
				channel.limits = {
					messages: this.withOutages(messages),
					contactRequests: this.withOutages(requests),
				};
				return [token, channel];
			}),
		);
	}

	/** The state of the network, or `undefined` if it works. */
	get fault(): Connection | undefined {
		return this.clock.now() < this.connection.until ? this.connection.state : undefined;
	}

	apply(happening: Happening): void {
		const now = this.clock.now();
		switch (happening.kind) {
			case 'outage':
				this.outageUntil = now + happening.seconds * 1_000;
				break;
			case 'connection':
				this.connection = { state: happening.connection, until: now + happening.seconds * 1_000 };
				break;
			case 'fault': {
				const { path, nth, times, fault } = happening;
				for (const { faults } of this.channels.values()) {
					faults.add({ match: { path: `^/v1/${path}`, nth }, times, fault });
				}
				break;
			}
			default:
		}
	}

	/** Sends a request that n8n has written, and records its fate. */
	async send(request: RecordedRequest): Promise<Delivery> {
		const { fault } = this;
		await this.pass(this.conditions.networkMs);
		if (fault === 'refused' || fault === 'unknownHost' || fault === 'tlsClosed') {
			return { kind: 'error', connection: fault };
		}
		if (fault === 'webPage') {
			const headers = { 'content-type': 'text/html' };
			return { kind: 'response', status: 200, headers, body: '<html>Sign in</html>' };
		}
		request.arrivedAt = this.clock.now();
		const { response, closesConnection, delayMs, logged } = this.respond(request);
		request.accepted = logged.accepted;
		const { rejectionMs, responseMs } = this.conditions;
		await this.pass(response?.status === 429 ? rejectionMs : responseMs);
		if (delayMs > 0) await this.clock.sleep(delayMs);
		if (closesConnection) return { kind: 'error', connection: 'lost' };
		if (response === undefined) return { kind: 'silence' };
		request.status = response.status;
		request.retryAfter = response.headers['retry-after'];
		const date = new Date(this.clock.date()).toUTCString();
		return { kind: 'response', ...response, headers: { date, ...response.headers } };
	}

	/** Sends another system's messages with the first token, at random times. */
	async sendOthers(isOver: () => boolean): Promise<void> {
		const { otherMessagesPerSecond } = this.conditions;
		if (otherMessagesPerSecond === 0) return;
		while (!isOver()) {
			await this.clock.sleep((2 * this.random() * 1_000) / otherMessagesPerSecond);
			this.channel(tokens.a).limits.messages.admit(this.clock.date());
		}
	}

	private respond({ token, method, path, body }: RecordedRequest): Outcome {
		const channel = this.channel(token);
		const at = this.clock.date();
		const headers = { authorization: `Bearer ${token}`, contentType: 'application/json' };
		return respond(channel, { at, method, path, host, body, ...headers });
	}

	private withOutages(limiter: RateLimiter): RateLimiter {
		return {
			admit: (now) => {
				const retryAfterMs = this.outageUntil - this.clock.now();
				return retryAfterMs > 0 ? { admitted: false, retryAfterMs } : limiter.admit(now);
			},
		};
	}

	private channel(token: string): Channel {
		const channel = this.channels.get(token);
		if (channel === undefined) throw new Error(`No channel has the token ${token}`);
		return channel;
	}

	private async pass([minMs, maxMs]: Range): Promise<void> {
		await this.clock.sleep(minMs + (maxMs - minMs) * this.random());
	}
}
