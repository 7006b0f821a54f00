import type { FaultRule } from '../../../test/support/service/faults/faults';
import type { VirtualClock } from '../../../test/support/virtualClock';
import { type Conditions, usualConditions } from '../history/history';
import type { ChangesDuringPoll, TriggerFault, TriggerHistory } from '../history/triggerHistory';
import { tokens } from './items';
import { seededRandomNumbers } from './randomNumbers';
import type { RecordedRequest } from './recording';
import { type Delivery, SimulatedService } from './service';
import type { TriggerFact } from './triggerRecording';

/** Matches the path of the search for a page. The first page has no number. */
const pathOfPage = (page: number) =>
	page === 1 ? 'by_custom_field(?!.*&page=)' : `by_custom_field.*&page=${String(page)}$`;

/** The network latency in each direction. */
const networkMs = 15;

/** The simulated service, with changes between the requests of a poll, and faults that last. */
export class TriggerService extends SimulatedService {
	readonly facts: TriggerFact[] = [];

	private faults: TriggerFault[] = [];

	/** The changes that happen ahead of one of the next requests. */
	private during: ChangesDuringPoll[] = [];

	/** Another action that starts ahead of one of the next requests. */
	private overlap: { requests: number; start(): void } | undefined;

	/** The numbers of the contexts whose requests the service rejects now. */
	readonly rejectedContexts = new Set<number>();

	constructor(
		private readonly history: TriggerHistory,
		clock: VirtualClock,
		private readonly search = { ...history.search },
	) {
		const conditions: Conditions = {
			...{ ...usualConditions, ids: history.ids, search },
			...{ semantics: 'tokenBucket', contactRequestsPerMinute: 10_000 },
			...{ networkMs: [networkMs, networkMs], responseMs: [networkMs, networkMs] },
		};
		const longest = () => 1;
		super(conditions, tokens, 0, clock, longest);
		const { contactNotFound } = history;
		for (const channel of this.channels.values()) {
			channel.configure({ contactNotFound });
			channel.random = seededRandomNumbers(1);
		}
	}

	get failingPages(): number[] {
		return this.faults.flatMap((fault) => (fault.kind === 'page' ? [fault.page] : []));
	}

	schedule(during: readonly ChangesDuringPoll[], overlap: typeof this.overlap): void {
		this.during = during.map((planned) => ({ ...planned }));
		this.overlap = overlap && { ...overlap };
	}

	/** Applies scheduled changes that no request has preceded. */
	applyRest(): void {
		for (const { changes } of this.during) for (const change of changes) this.change(change);
		this.during = [];
		this.startOverlap();
	}

	addFault(fault: TriggerFault): void {
		this.faults.push(fault);
		switch (fault.kind) {
			case 'disconnection':
				this.disconnect({ state: 'refused', ...fault });
				break;
			case 'omittedFields':
				this.search.omittedFields = 'all';
				break;
			default:
				for (const { faults, contacts } of this.channels.values()) {
					faults.add(ruleOf(fault, contacts.ids()));
				}
		}
	}

	/** Ends all faults, except those of some kinds. */
	repair(lasting: ReadonlyArray<TriggerFault['kind']> = []): void {
		const remaining = this.faults.filter(({ kind }) => lasting.includes(kind));
		for (const { faults } of this.channels.values()) faults.clear();
		this.disconnect({ kind: 'disconnection', state: 'refused', seconds: 0 });
		this.search.omittedFields = this.history.search.omittedFields;
		this.faults = [];
		for (const fault of remaining) this.addFault(fault);
	}

	override record(request: RecordedRequest): void {
		const { execution: trigger, worker: process, attempt: context } = request;
		const origin = { at: this.clock.date(), trigger, process, context };
		this.facts.push({ ...origin, kind: 'request', request });
	}

	override async send(request: RecordedRequest): Promise<Delivery> {
		if (!this.rejectedContexts.has(request.attempt)) return await super.send(request);
		await this.clock.sleep(networkMs);
		const body = JSON.stringify({ message: 'Blocked' });
		return { kind: 'response', status: 403, headers: {}, body };
	}

	/** Applies the changes ahead of the next request. */
	override async prepare(): Promise<void> {
		await Promise.resolve();
		for (const planned of this.during) planned.requests -= 1;
		const due = this.during.filter(({ requests }) => requests < 0);
		this.during = this.during.filter(({ requests }) => requests >= 0);
		for (const { changes } of due) for (const change of changes) this.change(change);
		if (this.overlap === undefined) return;
		this.overlap.requests -= 1;
		if (this.overlap.requests < 0) this.startOverlap();
	}

	private startOverlap(): void {
		const { overlap } = this;
		this.overlap = undefined;
		overlap?.start();
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
			const contactId = contactIds[fault.contact % contactIds.length] ?? 'no contact';
			return { match: { contactId }, times: null, fault: fault.fault };
		}
		case 'invalidToken':
			return { times: null, fault: { kind: 'status', status: 401 } };
	}
}
