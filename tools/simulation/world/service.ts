import { type Outcome, respond } from '../../../test/support/service/api/respond';
import { Channel } from '../../../test/support/service/channel';
import type { ContactStore } from '../../../test/support/service/contacts/contactStore';
import { seedContacts } from '../../../test/support/service/contacts/seedContacts';
import type { RateLimiter } from '../../../test/support/service/limiting/rateLimiter';
import type { VirtualClock } from '../../../test/support/virtualClock';
import {
	type Conditions,
	type ContactChange,
	type Disconnection,
	type Happening,
	type Range,
	usualConditions,
} from '../history/history';
import { optedOut, tokens } from './items';
import type { RecordedRequest } from './recording';

const host = 'channel.example.com';

const unreachable = ['refused', 'tlsClosed', 'tlsRejected', 'unknownHost'] as const;

type Unreachable = (typeof unreachable)[number];

function isUnreachable(state: Disconnection): state is Unreachable {
	return unreachable.some((one) => one === state);
}

/** The result of a request as an HTTP client receives it. */
export type Delivery =
	| {
			kind: 'response';
			status: number;
			headers: Record<string, string>;
			body: string;
			/** Whether the connection is lost after half of the body. */
			isCut?: boolean;
	  }
	| { kind: 'error'; code: 'lost' | Unreachable };

/** The service and the network in front of it, on a virtual clock. */
export class SimulatedService {
	readonly channels: Map<string, Channel>;

	/** In the order in which n8n wrote them. */
	readonly requests: RecordedRequest[] = [];

	private disconnection: { state: Disconnection; until: number } = { state: 'refused', until: 0 };

	private outageUntil = 0;

	private proxyFailure: (Happening & { kind: 'proxyFailure' }) | undefined;

	private proxyFailsUntil = 0;

	private readonly revokedTokens = new Set<string>();

	/**
	 * @param allTokens the tokens of the channels
	 * @param initialContacts the number of contacts in each channel
	 */
	constructor(
		private conditions: Conditions,
		allTokens: readonly string[],
		private readonly initialContacts: number,
		readonly clock: VirtualClock,
		private readonly random: () => number,
	) {
		const { semantics, retryAfter, messagesPerSecond, contactRequestsPerMinute } = conditions;
		const { contactZones, ids, lastContactId } = conditions;
		const limits = { semantics, retryAfter, messagesPerSecond, contactRequestsPerMinute };
		this.channels = new Map(
			allTokens.map((token) => {
				const channel = new Channel(token, initialContacts, { limits, ids });
				channel.random = random;
				channel.contacts = seedContacts(initialContacts, BigInt(lastContactId));
				for (const [index, id] of contactZones.length > 0 ? channel.contacts.ids().entries() : []) {
					const timezone = contactZones[index % contactZones.length];
					const contact = channel.contacts.get(id);
					if (contact === undefined) continue;
					const custom_fields = { ...contact.custom_fields };
					if (timezone === undefined) delete custom_fields['timezone'];
					else custom_fields['timezone'] = timezone;
					channel.contacts.add({ ...contact, custom_fields }, 0);
				}
				const { messages, contactRequests } = channel.limits;
				channel.limits = {
					messages: this.withOutages(messages),
					contactRequests: this.withOutages(contactRequests),
				};
				return [token, channel];
			}),
		);
	}

	/** Searches return the same response from now on, so that equal executions send equal requests. */
	calmSearches(): void {
		this.conditions = { ...this.conditions, search: usualConditions.search };
	}

	get rejections(): Conditions['rejections'] {
		return this.conditions.rejections;
	}

	/** `undefined` if the network works. */
	get disconnected(): Disconnection | undefined {
		return this.clock.now() < this.disconnection.until ? this.disconnection.state : undefined;
	}

	rejectAll({ seconds }: Happening & { kind: 'outage' }): void {
		this.outageUntil = this.clock.now() + seconds * 1_000;
	}

	disconnect({ state, seconds }: Happening & { kind: 'disconnection' }): void {
		this.disconnection = { state, until: this.clock.now() + seconds * 1_000 };
	}

	failProxy(failure: Happening & { kind: 'proxyFailure' }): void {
		this.proxyFailure = failure;
		this.proxyFailsUntil = this.clock.now() + failure.seconds * 1_000;
	}

	addFaults({ path, nth, times, fault }: Happening & { kind: 'faults' }): void {
		for (const { faults } of this.channels.values()) {
			faults.add({ match: { path: `^/v1/${path}`, nth }, times, fault });
		}
	}

	rotate(token: string, newToken: string): void {
		const channel = this.channels.get(token);
		if (channel !== undefined) this.channels.set(newToken, channel);
		this.revokedTokens.add(token);
	}

	get contacts(): ReadonlyMap<string, ContactStore> {
		return new Map([...this.channels].map(([token, { contacts }]) => [token, contacts]));
	}

	/** Changes a contact of a channel. Changes nothing if there is none. */
	change(change: ContactChange, token: string = tokens[0]): void {
		const contacts = this.channels.get(token)?.contacts;
		if (contacts === undefined) return;
		const at = this.clock.date();
		if (change.kind === 'create') {
			contacts.create(change.fields, at);
			return;
		}
		const isTag = change.kind === 'addTag' || change.kind === 'removeTag';
		const existing = contacts.all().slice(isTag ? 0 : this.initialContacts);
		const id = existing[change.contact % existing.length]?.id;
		if (id === undefined) return;
		switch (change.kind) {
			case 'addTag':
				contacts.addTags(id, [change.tag ?? optedOut], at);
				break;
			case 'removeTag':
				contacts.removeTags(id, [change.tag ?? optedOut], at);
				break;
			case 'update':
				contacts.update(id, [change.field], at);
				break;
			case 'delete':
				contacts.delete(id, at);
		}
	}

	/** Resolves when n8n has prepared a request. */
	async prepare(): Promise<void> {
		await this.pass(this.conditions.writeMs);
	}

	/** Records a request that n8n has written. */
	record(request: RecordedRequest): void {
		this.requests.push(request);
	}

	/** Sends a request that n8n has written, and records its arrival and its effect. */
	async send(request: RecordedRequest): Promise<Delivery> {
		const state = this.disconnected;
		await this.pass(this.conditions.networkMs);
		if (state !== undefined && isUnreachable(state)) {
			return { kind: 'error', code: state };
		}
		if (state === 'webPage') {
			const headers = { 'content-type': 'text/html' };
			return { kind: 'response', status: 200, headers, body: '<html>Sign in</html>' };
		}
		request.arrivedAt = this.clock.now();
		const failure = this.clock.now() < this.proxyFailsUntil ? this.proxyFailure : undefined;
		if (failure !== undefined) return await this.answerOfProxy(request, failure);
		const { response, closesConnection, delayMs, logged } = this.respond(request);
		request.accepted = logged.accepted;
		const { rejectionMs, responseMs } = this.conditions;
		await this.pass(response?.status === 429 ? rejectionMs : responseMs);
		if (delayMs > 0) await this.clock.sleep(delayMs);
		if (closesConnection) return { kind: 'error', code: 'lost' };
		if (response === undefined) return await new Promise(() => undefined);
		const date = new Date(this.clock.date()).toUTCString();
		return { kind: 'response', ...response, headers: { date, ...response.headers } };
	}

	private async answerOfProxy(
		request: RecordedRequest,
		{ answer, reachesService }: Happening & { kind: 'proxyFailure' },
	): Promise<Delivery> {
		if (reachesService) request.accepted = this.respond(request).logged.accepted;
		await this.pass(this.conditions.responseMs);
		const answers = ['cutPage', 'errorPage', 'lostConnection', 'seeOther', 'webPage'] as const;
		const chosen =
			answer === 'mixed'
				? (answers[Math.floor(this.random() * answers.length)] ?? 'webPage')
				: answer;
		if (chosen === 'lostConnection') return { kind: 'error', code: 'lost' };
		const status = { cutPage: 200, errorPage: 502, seeOther: 303, webPage: 200 }[chosen];
		const headers = { 'content-type': 'text/html' };
		const isCut = chosen === 'cutPage';
		return { kind: 'response', status, headers, body: '<html>Maintenance</html>', isCut };
	}

	/** Sends another system's messages with the first token, at random times. */
	async sendOthers(isOver: () => boolean): Promise<void> {
		const { otherMessagesPerSecond } = this.conditions;
		if (otherMessagesPerSecond === 0) return;
		while (!isOver()) {
			await this.clock.sleep((2 * this.random() * 1_000) / otherMessagesPerSecond);
			this.channels.get(tokens[0])?.limits.messages.admit(this.clock.date());
		}
	}

	private respond({ token, method, path, body }: RecordedRequest): Outcome {
		const channel = this.channels.get(token);
		if (channel === undefined) throw new Error(`No channel has the token ${token}`);
		const { search } = this.conditions;
		channel.configuration.search = { ...search, lagMs: search.lagMs * this.random() };
		const authorization = this.revokedTokens.has(token) ? '' : `Bearer ${channel.token}`;
		const headers = { authorization, contentType: 'application/json' };
		return respond(channel, { at: this.clock.date(), method, path, host, body, ...headers });
	}

	private withOutages(limiter: RateLimiter): RateLimiter {
		return {
			admit: (now) => {
				const retryAfterMs = this.outageUntil - this.clock.now();
				return retryAfterMs > 0 ? { admitted: false, retryAfterMs } : limiter.admit(now);
			},
		};
	}

	private async pass([minMs, maxMs]: Range): Promise<void> {
		await this.clock.sleep(minMs + (maxMs - minMs) * this.random());
	}
}
