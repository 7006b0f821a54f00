import type { IHttpRequestOptions, INode } from 'n8n-workflow';

import type { FaultRule } from '../../../test/support/service/faults/faults';
import type { VirtualClock } from '../../../test/support/virtualClock';
import { type Conditions, type ContactChange, usualConditions } from '../history/history';
import type { ChangeDuringPoll, TriggerFault, TriggerHistory } from '../history/triggerHistory';
import { sendHttpRequest } from './httpHelper';
import type { RecordedRequest } from './recording';
import { SimulatedService } from './service';
import type { TriggerFact } from './triggerRecording';

/** Matches the path of the search for a page. The first page has no number. */
const pathOfPage = (page: number) =>
	page === 1 ? 'by_custom_field(?!.*&page=)' : `by_custom_field.*&page=${String(page)}$`;

/** The simulated service, with changes between the requests of a poll, and faults that last. */
export class TriggerService {
	readonly facts: TriggerFact[] = [];

	private readonly search: TriggerHistory['search'];

	private readonly service: SimulatedService;

	private faults: TriggerFault[] = [];

	/** The changes that happen ahead of one of the next requests. */
	private during: ChangeDuringPoll[] = [];

	constructor(
		{ search, ids, contactNotFound }: TriggerHistory,
		private readonly clock: VirtualClock,
	) {
		this.search = { ...search };
		const conditions: Conditions = {
			...usualConditions,
			...{ ids, search: this.search, semantics: 'tokenBucket', contactRequestsPerMinute: 10_000 },
			...{ networkMs: [15, 15], responseMs: [15, 15] },
		};
		const longest = () => 1;
		this.service = new SimulatedService(conditions, 0, clock, longest);
		for (const channel of this.service.channels.values()) channel.configure({ contactNotFound });
	}

	get contacts() {
		return this.service.contacts;
	}

	/** The numbers of the pages that fail. */
	get failingPages(): number[] {
		return this.faults.flatMap((fault) => (fault.kind === 'page' ? [fault.page] : []));
	}

	/** Changes a contact of a channel. */
	change(change: ContactChange, token?: string): void {
		this.service.change(change, token);
	}

	schedule(during: readonly ChangeDuringPoll[]): void {
		this.during = during.map((planned) => ({ ...planned }));
	}

	/** Applies scheduled changes that no request has preceded. */
	applyRest(): void {
		for (const { change } of this.during) this.change(change);
		this.during = [];
	}

	addFault(fault: TriggerFault): void {
		this.faults.push(fault);
		switch (fault.kind) {
			case 'disconnection':
				this.service.disconnect({ state: 'refused', ...fault });
				break;
			case 'omittedFields':
				this.search.omitsFields = true;
				break;
			default:
				for (const { faults, contacts } of this.service.channels.values()) {
					faults.add(ruleOf(fault, contacts.ids()));
				}
		}
	}

	/** Ends all faults, except those of some kinds. */
	repair(lasting: ReadonlyArray<TriggerFault['kind']> = []): void {
		const remaining = this.faults.filter(({ kind }) => lasting.includes(kind));
		for (const { faults } of this.service.channels.values()) faults.clear();
		this.service.disconnect({ kind: 'disconnection', state: 'refused', seconds: 0 });
		this.search.omitsFields = false;
		this.faults = [];
		for (const fault of remaining) this.addFault(fault);
	}

	/** Sends a request of a poll as n8n does, and records it. */
	async send(
		node: INode,
		sender: { trigger: number; process: number },
		token: string,
		options: IHttpRequestOptions,
		signal: AbortSignal | undefined,
	): Promise<object> {
		const { clock, service, facts } = this;
		const { process, trigger } = sender;
		const requests: RecordedRequest[] = [];
		const http = {
			...{ node, clock, service, worker: process, execution: trigger, attempt: 0 },
			prepare: async () => {
				await Promise.resolve();
				this.applyDue();
			},
			record: (request: RecordedRequest) => requests.push(request),
		};
		try {
			return await sendHttpRequest(http, token, options, signal);
		} finally {
			const startDate = clock.date() - clock.now();
			for (const request of requests) {
				const at = startDate + (request.arrivedAt ?? request.writtenAt);
				facts.push({ at, ...sender, kind: 'request', request });
			}
		}
	}

	private applyDue(): void {
		for (const planned of this.during) planned.requests -= 1;
		const due = this.during.filter(({ requests }) => requests < 0);
		this.during = this.during.filter(({ requests }) => requests >= 0);
		for (const { change } of due) this.change(change);
	}
}

type RuleFault = Exclude<TriggerFault, { kind: 'disconnection' } | { kind: 'omittedFields' }>;

function ruleOf(fault: RuleFault, contactIds: readonly string[]): FaultRule {
	switch (fault.kind) {
		case 'requests':
			return { times: fault.times, fault: fault.fault };
		case 'page':
			return { match: { path: pathOfPage(fault.page) }, times: null, fault: fault.fault };
		case 'lookup': {
			const contactId = contactIds[fault.contact % contactIds.length] ?? '';
			return { match: { method: 'GET', contactId }, times: null, fault: fault.fault };
		}
		case 'invalidToken':
			return { times: null, fault: { kind: 'status', status: 401 } };
	}
}
