import { repository } from '../../../test/support/repository';
import { VirtualClock } from '../../../test/support/virtualClock';
import { singleMessage, usualConditions } from '../history/history';
import type {
	LinkRequestPlan,
	QuestionEvent,
	QuestionHistory,
	QuestionPlan,
} from '../history/questionHistory';
import { executionContext } from './executionContext';
import { credentialOf, itemsOf, tokens } from './items';
import { formOn, type PageForm, submissionOf } from './linkClient';
import { fieldsOf, nodeThatAsks } from './questionParameters';
import type { QuestionRecording, RecordedLinkRequest, RecordedQuestion } from './questionRecording';
import { seededRandomNumbers } from './randomNumbers';
import { SimulatedService } from './service';
import { hasValidSignature, signedLink, tamperedLink } from './signedLinks';
import { storedQuestion } from './storedQuestions';
import { SimulatedResponse, webhookContext } from './webhookContext';
import { Worker } from './worker';

/** n8n checks at this interval whether waits have ended, in milliseconds. */
const waitCheckMs = 60_000;

/** Longer than any request, in milliseconds. */
const maxRequestMs = 10_000;

/**
 * CPU times above this are measured again, because they may include garbage collection or
 * compilation.
 */
const suspiciousMs = 50;

interface Round {
	question: RecordedQuestion;
	links: readonly string[];
}

interface WaitingExecution {
	number: number;
	plan: QuestionPlan;
	/** The data that the node stored with the execution. */
	nodeContext: Record<string, string>;
	state: 'ended' | 'running' | 'waiting';
	/** Whether n8n validates the signatures of the links. */
	validatesSignatures: boolean;
	rounds: Round[];
}

/**
 * Runs a history of questions on a virtual clock, and returns everything that n8n and clients saw.
 *
 * @param folder the folder of the package's code
 */
export async function simulateQuestions(
	history: QuestionHistory,
	folder = repository,
): Promise<QuestionRecording> {
	return await new QuestionSimulation(history, folder).run();
}

class QuestionSimulation {
	private readonly clock = new VirtualClock();

	private readonly random: () => number;

	private readonly service: SimulatedService;

	private worker: Worker;

	private readonly executions: WaitingExecution[] = [];

	private readonly questions: RecordedQuestion[] = [];

	private readonly requests: RecordedLinkRequest[] = [];

	constructor(
		private readonly history: QuestionHistory,
		private readonly folder: string,
	) {
		this.random = seededRandomNumbers(history.seed);
		this.service = new SimulatedService(usualConditions, tokens, 1, this.clock, this.random);
		this.worker = this.startWorker();
	}

	async run(): Promise<QuestionRecording> {
		const { history, questions, requests } = this;
		await this.clock.run(this.happen());
		return { history, questions, requests, stateSize: this.worker.state.size };
	}

	private startWorker(): Worker {
		return new Worker(this.folder, this.clock, 0, this.random);
	}

	private async happen(): Promise<void> {
		for (const plan of this.history.questions) await this.start(plan);
		void this.endWaits();
		for (const event of this.history.events) {
			await this.clock.sleep(event.afterMs);
			this.apply(event);
		}
		await this.clock.sleep(maxRequestMs);
	}

	private apply(event: QuestionEvent): void {
		switch (event.kind) {
			case 'request':
				void this.request(event.request);
				break;
			case 'twoRequests':
				void this.request(event.request);
				void this.clock.sleep(event.intervalMs).then(async () => {
					await this.request(event.request);
				});
				break;
			case 'restart':
				this.worker.crash();
				this.worker = this.startWorker();
				break;
			case 'stop': {
				const execution = this.executions[event.question % this.executions.length];
				if (execution?.state === 'waiting') execution.state = 'ended';
			}
		}
	}

	private async start(plan: QuestionPlan): Promise<void> {
		const execution: WaitingExecution = {
			number: this.executions.length,
			plan,
			nodeContext: {},
			state: 'running',
			validatesSignatures: this.history.validatesAll,
			rounds: [],
		};
		this.executions.push(execution);
		if (plan.source.kind === 'asked') await this.ask(execution);
		else this.restore(execution, plan.source);
		await this.open(execution);
	}

	/** Adds a question that an older version of the package stored. */
	private restore(
		execution: WaitingExecution,
		{ fixture, damage }: QuestionPlan['source'] & { kind: 'stored' },
	): void {
		const { number, plan } = execution;
		const until =
			plan.limitSeconds === undefined ? undefined : this.clock.date() + plan.limitSeconds * 1_000;
		const id = `stored-${String(number)}`;
		const { json, queries, fields, isDamaged } = storedQuestion(fixture, id, until, damage);
		execution.nodeContext = { question: json };
		execution.validatesSignatures = true;
		execution.state = 'waiting';
		const links = queries.map((query) => signedLink(number, query));
		this.addRound(execution, { fields, isDamaged, until }, links);
	}

	private addRound(
		execution: WaitingExecution,
		question: Pick<RecordedQuestion, 'fields' | 'isDamaged' | 'until'>,
		links: readonly string[],
	): void {
		const name = `Question ${String(execution.number)}, round ${String(execution.rounds.length)}`;
		const recorded = { ...question, name, resumedBy: [] };
		this.questions.push(recorded);
		execution.rounds.push({ question: recorded, links });
	}

	/** Executes the node, which sends the question and makes the execution wait. */
	private async ask(execution: WaitingExecution): Promise<void> {
		const { service, worker } = this;
		const { number, plan } = execution;
		const { source } = plan;
		if (source.kind !== 'asked') return;
		const [item] = itemsOf(singleMessage, number);
		const items = [{ json: { contactId: item?.json['contact'] } }];
		const waitsUntil: Date[] = [];
		const sender = { service, worker: 0, execution: number, attempt: 0 };
		const context = {
			...executionContext({
				...{ node: nodeThatAsks(plan), items, worker, sender, workflow: String(number) },
				credential: (itemIndex) => credentialOf(singleMessage, itemIndex, 0, usualConditions),
			}),
			getContext: () => execution.nodeContext,
			getSignedResumeUrl: (query: Record<string, string> = {}) => signedLink(number, query),
			putExecutionToWait: async (date: Date) => {
				await Promise.resolve();
				waitsUntil.push(date);
			},
			...(!this.history.validatesAll && {
				setSignatureValidationRequired: () => {
					execution.validatesSignatures = true;
				},
			}),
		};
		try {
			await worker.node.execute.call(context);
		} catch (error) {
			const { message: text } = error as Error;
			if (!/larger than 1 MB|has \d+ options/.test(text)) throw error;
		}
		const [until] = waitsUntil;
		execution.state = until === undefined ? 'ended' : 'waiting';
		if (until === undefined) return;
		// In JSON, a link ends at a quote or at an escaped line break.
		const sent = service.requests.filter((request) => request.execution === number).at(-1);
		const links = sent?.body?.match(/https:[^"\\]+/g) ?? [];
		const question = { fields: fieldsOf(source), isDamaged: false, until: until.getTime() };
		this.addRound(execution, question, links);
	}

	/** Continues executions whose wait has ended, as n8n does once a minute. */
	private async endWaits(): Promise<void> {
		for (;;) {
			await this.clock.sleep(waitCheckMs);
			for (const execution of this.executions) {
				const until = execution.rounds.at(-1)?.question.until ?? Infinity;
				if (execution.state === 'waiting' && until <= this.clock.date()) execution.state = 'ended';
			}
		}
	}

	/** Opens the link of a question, as the contact does before answering. Returns the page's form. */
	private async open(execution: WaitingExecution, linkNumber = 0): Promise<PageForm> {
		const link = execution.rounds.at(-1)?.links[linkNumber];
		if (link === undefined) return formOn('');
		const opening = { plan: undefined, method: 'GET', body: this.emptyBody };
		const client = { ...opening, entered: [], pressed: undefined };
		const { texts } = await this.handle(execution, link, client);
		return formOn(texts.join(''));
	}

	/** The body of a request without a body. It depends on the release of n8n. */
	private get emptyBody(): object | undefined {
		return this.history.validatesAll ? undefined : {};
	}

	private async request(plan: LinkRequestPlan): Promise<void> {
		const execution = this.executions[plan.question % this.executions.length];
		const round = execution?.rounds.at(plan.isPreviousRound ? -2 : -1) ?? execution?.rounds.at(-1);
		if (execution === undefined || round === undefined) return;
		const { links } = round;
		const linkNumber = plan.link % links.length;
		const link = links[linkNumber] ?? '';
		const others = this.executions[(plan.question + 1) % this.executions.length];
		const other = others?.rounds[0]?.links[0] ?? link;
		const form =
			execution.state === 'waiting' ? await this.open(execution, linkNumber) : formOn('');
		const submission = submissionOf(plan, round.question.fields, form, this.emptyBody);
		const client = { plan, method: plan.method, ...submission };
		await this.handle(execution, tamperedLink(link, plan.tampering, other), client);
	}

	/** Handles a request as n8n does, and resumes the execution if the node returns an answer. */
	private async handle(
		execution: WaitingExecution,
		link: string,
		client: Pick<RecordedLinkRequest, 'entered' | 'method' | 'plan'> & {
			pressed: string | undefined;
			body: unknown;
		},
	): Promise<SimulatedResponse> {
		const response = new SimulatedResponse();
		const round = execution.rounds.at(-1);
		const isValid = hasValidSignature(link);
		if (round === undefined || execution.state !== 'waiting') return response;
		if (execution.validatesSignatures && !isValid) return response;
		const { worker } = this;
		const query = Object.fromEntries(new URL(link).searchParams);
		const { plan, method, entered, pressed, body } = client;
		const choice = query['a'] ?? pressed;
		const recorded: RecordedLinkRequest = {
			...{ plan, method, entered, question: round.question },
			isOwnLink: round.links.includes(link),
			hasValidSignature: isValid,
			approved: choice === '1' ? true : choice === '0' ? false : undefined,
			at: this.clock.date(),
			status: response.statusCode,
			...{ responses: 0, responseBytes: 0, computeMs: 0, lostAt: undefined },
		};
		this.requests.push(recorded);
		const node = nodeThatAsks(execution.plan);
		const { nodeContext } = execution;
		const webhookRequest = { node, nodeContext, method, query, body, response };
		const start = process.cpuUsage();
		try {
			const result = await worker.node.webhook.call(webhookContext(webhookRequest));
			recorded.computeMs = millisecondsSince(start);
			const page: unknown = result.webhookResponse;
			if (typeof page === 'string') response.texts.push(page);
			recorded.output = result.workflowData?.[0]?.[0]?.json;
		} catch (error) {
			// n8n resumes the workflow without an answer.
			recorded.error = String(error);
			recorded.output = {};
		}
		recorded.status = response.statusCode;
		recorded.responses = response.texts.length;
		recorded.responseBytes = Buffer.byteLength(response.texts.join(''));
		if (recorded.computeMs > suspiciousMs) {
			recorded.computeMs = await this.fastestTime(webhookRequest);
		}
		if (recorded.output !== undefined) {
			await this.resume(execution, round, recorded, response);
		}
		return response;
	}

	/** Returns the shortest CPU time of a request in new processes. */
	private async fastestTime(request: Parameters<typeof webhookContext>[0]): Promise<number> {
		let fastest = Infinity;
		for (let attempt = 0; attempt < 5; attempt += 1) {
			const context = webhookContext({ ...request, response: new SimulatedResponse() });
			const worker = this.startWorker();
			const start = process.cpuUsage();
			await worker.node.webhook.call(context).catch(() => undefined);
			fastest = Math.min(fastest, millisecondsSince(start));
		}
		return fastest;
	}

	/** Resumes the execution without checking whether it waits, as n8n 1 does for each answer. */
	private async resume(
		execution: WaitingExecution,
		{ question }: Round,
		request: RecordedLinkRequest,
		response: SimulatedResponse,
	): Promise<void> {
		const { worker } = this;
		const { recordMs = 0, resumption = 'succeeds' } = request.plan ?? {};
		if (resumption === 'clientLeaves') response.emit('close');
		await this.clock.sleep(recordMs);
		const hasCrashed = worker !== this.worker;
		if (hasCrashed || resumption === 'fails') request.lostAt = this.clock.date();
		if (hasCrashed) return;
		if (resumption === 'fails') {
			response.statusCode = 500;
			response.emit('close');
			return;
		}
		question.resumedBy.push(request);
		if (resumption === 'succeeds') response.emit('close');
		if (execution.state !== 'waiting' || execution.rounds.at(-1)?.question !== question) return;
		execution.state = 'running';
		const { source } = execution.plan;
		if (source.kind === 'asked' && execution.rounds.length < source.rounds) {
			await this.ask(execution);
		} else {
			execution.state = 'ended';
		}
	}
}

function millisecondsSince(start: NodeJS.CpuUsage): number {
	const { user, system } = process.cpuUsage(start);
	return (user + system) / 1_000;
}
