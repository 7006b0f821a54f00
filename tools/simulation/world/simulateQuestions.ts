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
import { type WaitingExecution, WaitingExecutions } from './waitingExecutions';
import { SimulatedResponse, webhookContext } from './webhookContext';
import { Worker } from './worker';
import { WorkMeter } from './workMeter';

/** Longer than any request, in milliseconds. */
const maxRequestMs = 10_000;

type AskingExecution = WaitingExecution<QuestionPlan, RecordedQuestion>;

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

	private readonly executions: WaitingExecutions<QuestionPlan, RecordedQuestion>;

	/** Executions whose links n8n checks. */
	private readonly signed = new Set<AskingExecution>();

	private readonly questions: RecordedQuestion[] = [];

	private readonly requests: RecordedLinkRequest[] = [];

	constructor(
		private readonly history: QuestionHistory,
		private readonly folder: string,
	) {
		this.random = seededRandomNumbers(history.seed);
		this.service = new SimulatedService(usualConditions, tokens, 1, this.clock, this.random);
		this.worker = this.startWorker();
		this.executions = new WaitingExecutions(this.clock, async (execution) => {
			const { source } = execution.plan;
			const isLoop = source.kind === 'asked' && execution.questions.length < source.rounds;
			if (isLoop) await this.ask(execution);
			else execution.state = 'ended';
		});
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
		for (const [number, plan] of this.history.questions.entries()) await this.start(number, plan);
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
			case 'stop':
				this.executions.stop(event.question);
		}
	}

	private async start(number: number, plan: QuestionPlan): Promise<void> {
		const execution = this.executions.start(number, plan);
		if (this.history.validatesAll) this.signed.add(execution);
		if (plan.source.kind === 'asked') await this.ask(execution);
		else this.restore(execution, plan.source);
		await this.open(execution);
	}

	/** Adds a question that an older version of the package stored. */
	private restore(
		execution: AskingExecution,
		{ fixture, damage }: QuestionPlan['source'] & { kind: 'stored' },
	): void {
		const { number, plan } = execution;
		const until =
			plan.limitSeconds === undefined ? undefined : this.clock.date() + plan.limitSeconds * 1_000;
		const id = `stored-${String(number)}`;
		const { json, queries, fields, isDamaged } = storedQuestion(fixture, id, until, damage);
		execution.nodeContext = { question: json };
		this.signed.add(execution);
		const links = queries.map((query) => signedLink(number, query));
		this.wait(execution, { fields, isDamaged, until, links });
	}

	private wait(
		execution: AskingExecution,
		question: Omit<RecordedQuestion, 'endedAt' | 'name' | 'resumedBy'>,
	): void {
		const { number, questions } = execution;
		const name = `Question ${String(number)}, round ${String(questions.length)}`;
		const recorded = { ...question, name, resumedBy: [] };
		this.questions.push(recorded);
		questions.push(recorded);
		this.executions.wait(execution);
	}

	/** Executes the node, which sends the question and makes the execution wait. */
	private async ask(execution: AskingExecution): Promise<void> {
		const { service, worker } = this;
		const { number, plan } = execution;
		const { source } = plan;
		if (source.kind !== 'asked') return;
		const [item] = itemsOf(singleMessage, number);
		// The input contains approvals that aren't answers to this question.
		const approvals = { approved: true, data: { approved: true, respondedAt: '2030-01-31' } };
		const items = [{ json: { ...approvals, contactId: item?.json['contact'] } }];
		const isReview = number % 2 === 1;
		const node = nodeThatAsks(plan);
		const type = isReview ? `${node.type}HitlTool` : node.type;
		const waitsUntil: Date[] = [];
		const sender = { service, worker: 0, execution: number, attempt: 0 };
		const context = {
			...executionContext({
				...{ node: { ...node, type }, items, worker, sender, workflow: String(number) },
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
					this.signed.add(execution);
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
		if (until === undefined) {
			execution.state = 'ended';
			return;
		}
		// In JSON, a link ends at a quote or at an escaped line break.
		const sent = service.requests.filter((request) => request.execution === number).at(-1);
		const links = sent?.body?.match(/https:[^"\\]+/g) ?? [];
		const question = { fields: fieldsOf(source), isDamaged: false, until: until.getTime() };
		this.wait(execution, { ...question, links, unanswered: { isReview, output: items[0]?.json } });
	}

	/** Opens the link of a question, as the contact does before answering. Returns the page's form. */
	private async open(execution: AskingExecution, linkNumber = 0): Promise<PageForm> {
		const link = execution.questions.at(-1)?.links[linkNumber];
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
		const executions = this.executions.all();
		const execution = executions[plan.question % executions.length];
		const { questions = [] } = execution ?? {};
		const question = questions.at(plan.isPreviousRound ? -2 : -1) ?? questions.at(-1);
		if (execution === undefined || question === undefined) return;
		const { fields, links } = question;
		const linkNumber = plan.link % links.length;
		const link = links[linkNumber] ?? '';
		const next = executions[(plan.question + 1) % executions.length];
		const other = next?.questions[0]?.links[0] ?? link;
		const form =
			execution.state === 'waiting' ? await this.open(execution, linkNumber) : formOn('');
		const submission = submissionOf(plan, fields, form, this.emptyBody);
		const client = { plan, method: plan.method, ...submission };
		await this.handle(execution, tamperedLink(link, plan.tampering, other), client);
	}

	/** Handles a request as n8n does, and resumes the execution if the node returns an answer. */
	private async handle(
		execution: AskingExecution,
		link: string,
		client: Pick<RecordedLinkRequest, 'entered' | 'method' | 'plan'> & {
			pressed: string | undefined;
			body: unknown;
		},
	): Promise<SimulatedResponse> {
		const response = new SimulatedResponse();
		const question = execution.questions.at(-1);
		const isValid = hasValidSignature(link);
		if (question === undefined || execution.state !== 'waiting') return response;
		if (this.signed.has(execution) && !isValid) return response;
		const { worker } = this;
		const query = Object.fromEntries(new URL(link).searchParams);
		const { plan, method, entered, pressed, body } = client;
		const choice = query['a'] ?? pressed;
		const recorded: RecordedLinkRequest = {
			...{ plan, method, entered, question },
			isOwnLink: question.links.includes(link),
			hasValidSignature: isValid,
			approved: choice === '1' ? true : choice === '0' ? false : undefined,
			at: this.clock.date(),
			status: response.statusCode,
			...{ responses: 0, responseBytes: 0, computeMs: 0, lostAt: undefined },
		};
		this.requests.push(recorded);
		const node = nodeThatAsks(execution.plan);
		const { nodeContext } = execution;
		const work = new WorkMeter();
		const context = webhookContext({
			...{ node, nodeContext, method, query, response },
			body: work.counted(body),
		});
		try {
			// The package handles the request before its first `await`.
			const result = await work.measure(() => worker.node.webhook.call(context));
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
		recorded.computeMs = work.milliseconds;
		if (recorded.output !== undefined) {
			await this.resume(execution, recorded, response);
		}
		return response;
	}

	private async resume(
		execution: AskingExecution,
		request: RecordedLinkRequest,
		response: SimulatedResponse,
	): Promise<void> {
		const { worker } = this;
		const { question, plan } = request;
		const { recordMs = 0, resumption = 'succeeds' } = plan ?? {};
		const result = await this.executions.resume(execution, {
			...{ question, response, recordMs, resumption },
			isAlive: () => worker === this.worker,
		});
		if (result === 'resumed') question.resumedBy.push(request);
		else request.lostAt = this.clock.date();
	}
}
