import { VirtualClock } from '../../../test/support/virtualClock';
import { type ChannelContact, ChangingContacts } from './contacts';
import type {
	ChannelName,
	ContactChange,
	Failure,
	SearchConditions,
	TriggerFault,
} from './history';
import type { Content, Fact, ShownContact } from './recording';

export const baseUrls: Readonly<Record<ChannelName, string>> = {
	a: 'https://a.example.com',
	b: 'https://b.example.com',
};

export const token = 'token-of-the-simulation';

/** Half of the time between a request and its response, in milliseconds. */
const latencyMs = 15;

/** The poll that sends a request. */
export interface Sender {
	trigger: number;
	process: number;
	/** The searched status. */
	value: string;
}

interface Response {
	status: number;
	body: unknown;
}

/** A fact without the trigger and its time, which are the same for all facts of a request. */
type RequestFact = Extract<Fact, { kind: 'failedRequest' | 'lookup' | 'page' }>;
type Without<Value, Keys extends PropertyKey> = Value extends unknown ? Omit<Value, Keys> : never;

/** Returns the custom fields and tags that have values. */
export function contentOf({ fields, tags }: ChannelContact): Content {
	const filled = Object.entries(fields).filter(([, value]) => value !== '');
	return {
		custom_fields: Object.fromEntries(filled.sort(([one], [other]) => (one < other ? -1 : 1))),
		tags: [...tags].sort(),
	};
}

/** A service with two channels, whose contacts change. */
export class TriggerService {
	readonly channels: Readonly<Record<ChannelName, ChangingContacts>> = {
		a: new ChangingContacts(1_001),
		b: new ChangingContacts(1_003),
	};

	readonly facts: Fact[] = [];

	faults: TriggerFault[] = [];

	/** The changes that happen ahead of one of the next requests. */
	private during: Array<{ requests: number; change: ContactChange }> = [];

	constructor(
		private readonly search: SearchConditions,
		private readonly clock: VirtualClock,
	) {}

	schedule(during: ReadonlyArray<{ requests: number; change: ContactChange }>): void {
		this.during = during.map((planned) => ({ ...planned }));
	}

	/** Applies scheduled changes that no request has preceded. */
	applyRest(): void {
		for (const { change } of this.during) this.channels.a.apply(change, this.clock.now());
		this.during = [];
	}

	/** Sends a request. Returns the response, or why there is none. */
	async send(
		url: URL,
		sentToken: string,
		sender: Sender,
		signal: AbortSignal,
	): Promise<Response | 'cancelled' | 'refused'> {
		const record = (fact: Without<RequestFact, 'at' | 'process' | 'trigger'>) => {
			const { trigger, process } = sender;
			this.facts.push({ at: this.clock.now(), trigger, process, ...fact });
		};
		await this.clock.sleep(latencyMs);
		this.applyDue();
		const channel = url.origin === baseUrls.a ? this.channels.a : this.channels.b;
		const isSearch = url.pathname.endsWith('/by_custom_field');
		const id = decodeURIComponent(url.pathname.split('/').at(-1) ?? '');
		const page = Number(url.searchParams.get('page') ?? 1);
		const failure = this.failureOf(channel, isSearch ? { page } : { id });
		if (sentToken !== token) throw new Error('The request has another token');
		if (failure !== undefined) {
			record(
				isSearch || isOfAllContacts(failure)
					? { kind: 'failedRequest', failure }
					: { kind: 'lookup', id, result: 'unclear' },
			);
			return await this.fail(failure, signal);
		}
		const response = isSearch
			? this.respondToSearch(channel, sender.value, page, record)
			: this.respondToLookup(channel, id, sender.value, record);
		await this.clock.sleep(latencyMs);
		return response;
	}

	private applyDue(): void {
		for (const planned of this.during) planned.requests -= 1;
		const due = this.during.filter(({ requests }) => requests < 0);
		this.during = this.during.filter(({ requests }) => requests >= 0);
		for (const { change } of due) this.channels.a.apply(change, this.clock.now());
	}

	private failureOf(
		channel: ChangingContacts,
		request: { page: number } | { id: string },
	): Failure | '401' | undefined {
		for (const fault of this.faults) {
			switch (fault.kind) {
				case 'invalidToken':
					return '401';
				case 'requests':
					if (fault.requests <= 0) break;
					fault.requests -= 1;
					return fault.failure;
				case 'page':
					if ('page' in request && request.page === fault.page) return fault.failure;
					break;
				case 'lookup':
					if ('id' in request && request.id === channel.ids[fault.contact]) return fault.failure;
					break;
				case 'omittedField':
			}
		}
		return undefined;
	}

	private async fail(
		failure: Failure | '401',
		signal: AbortSignal,
	): Promise<Response | 'cancelled' | 'refused'> {
		if (failure === 'refused') return failure;
		if (failure === 'silence') {
			await new Promise<void>((resolve) => {
				if (signal.aborted) resolve();
				signal.addEventListener('abort', () => {
					resolve();
				});
			});
			return 'cancelled';
		}
		await this.clock.sleep(latencyMs);
		const message = { 401: 'API Token is invalid.', 429: 'Too many requests' }[failure as string];
		return {
			status: Number(failure),
			body: { status: 'error', message: message ?? 'Something went wrong', data: [] },
		};
	}

	private respondToSearch(
		channel: ChangingContacts,
		value: string,
		page: number,
		record: (fact: Without<Extract<Fact, { kind: 'page' }>, 'at' | 'process' | 'trigger'>) => void,
	): Response {
		const { search } = this;
		const now = this.clock.now();
		const indexedAt = now - search.lagMs;
		const found = channel
			.found(value, search, indexedAt)
			.map((id) => channel.at(id, search.lagging === 'content' ? indexedAt : now))
			.filter((contact) => contact !== undefined);
		const lastPage = Math.max(1, Math.ceil(found.length / search.pageSize));
		const onPage = found.slice((page - 1) * search.pageSize, page * search.pageSize);
		const isOmitted = this.faults.some(({ kind }) => kind === 'omittedField');
		const isLast = page >= lastPage;
		record({
			kind: 'page',
			page,
			isLast,
			shown: isOmitted ? [] : shownOf(onPage, value),
			lacksField:
				onPage.length > 0 && (isOmitted || onPage.every(({ fields }) => fields['status'] === '')),
		});
		const links = { next: isLast ? null : `https://example.com/?page=${String(page + 1)}` };
		const meta = { last_page: lastPage, total: found.length };
		return {
			status: 200,
			body: {
				data: onPage.map((contact) => this.asJson(contact, isOmitted)),
				links,
				...(search.paging === 'lastPage' ? { meta } : {}),
			},
		};
	}

	private respondToLookup(
		channel: ChangingContacts,
		id: string,
		value: string,
		record: (
			fact: Without<Extract<Fact, { kind: 'lookup' }>, 'at' | 'process' | 'trigger'>,
		) => void,
	): Response {
		const contact = channel.at(id, this.clock.now());
		if (contact === undefined) {
			const { deleted } = this.search;
			const isUnclear = deleted === 'Customer does not exist';
			record({ kind: 'lookup', id, result: isUnclear ? 'unclear' : 'deleted' });
			const isMessage = deleted !== 'status 404';
			return {
				status: isMessage ? 403 : 404,
				body: { status: 'error', message: isMessage ? deleted : 'Not found', data: [] },
			};
		}
		const [shown] = shownOf([contact], value);
		record({ kind: 'lookup', id, result: shown ?? 'deleted' });
		return { status: 200, body: { data: this.asJson(contact, false) } };
	}

	private asJson(contact: ChannelContact, isOmitted: boolean): object {
		const { id, fields, tags, lacksId } = contact;
		const { status = '', ...others } = fields;
		return {
			...(lacksId ? {} : { id: this.search.ids === 'number' ? Number(id) : id }),
			custom_fields: isOmitted || status === '' ? others : fields,
			tags,
			created_at: 1_700_000_000,
		};
	}
}

function isOfAllContacts(failure: Failure | '401'): boolean {
	return failure === '401' || failure === '429' || failure === 'refused';
}

function shownOf(contacts: readonly ChannelContact[], value: string): ShownContact[] {
	return contacts
		.filter(({ fields, lacksId }) => fields['status'] === value && !lacksId)
		.map((contact) => ({ id: contact.id, content: contentOf(contact) }));
}
