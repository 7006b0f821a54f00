import type { IDataObject, IHttpRequestOptions, INodeExecutionData } from 'n8n-workflow';

import { askInChat, passOnReply, sendText } from '../../../test/support/fixtures/parameters';
import type { VirtualClock } from '../../../test/support/virtualClock';
import {
	type ChatMessagePlan,
	type ChatQuestionPlan,
	quickReplies,
	writtenReplies,
} from '../history/chatHistory';
import { singleMessage, usualConditions } from '../history/history';
import type { ChatChannels } from './chatChannels';
import type { RecordedChatQuestion, RecordedChatRequest, RecordedDelivery } from './chatRecording';
import { executionContext } from './executionContext';
import { clientError } from './httpHelper';
import { credentialOf, nodeNamed } from './items';
import { hasValidSignature, signedLink } from './signedLinks';
import { type WaitingExecution, WaitingExecutions } from './waitingExecutions';
import type { IdleState } from './recording';
import { SimulatedResponse, webhookContext } from './webhookContext';
import { Worker } from './worker';

/** The server to which requests are redirected. */
const otherServer = 'https://other.example.com';

/** The network latency between a node and n8n's public address, in milliseconds. */
const n8nMs = 4;

/** Longer than anything that the package keeps, in milliseconds. */
const idleMs = 3 * 3_600_000;

/** The time between n8n's reads of an execution and of its data, in milliseconds. */
const dataReadMs = 2;

interface LinkResponse {
	status: number;
	text: string;
	headers?: Readonly<Record<string, string>>;
}

type AskingExecution = WaitingExecution<ChatQuestionPlan, RecordedChatQuestion>;

/**
 * n8n with two processes, in which nodes ask contacts in the chat and pass on their replies. Process
 * 0 handles all requests to links.
 */
export class ChatN8n {
	readonly questions: RecordedChatQuestion[] = [];

	readonly deliveries: RecordedDelivery[] = [];

	readonly linkRequests: RecordedChatRequest[] = [];

	readonly restarts: Array<{ process: number; at: number }> = [];

	private readonly processes: Worker[];

	private readonly executions: WaitingExecutions<ChatQuestionPlan, RecordedChatQuestion>;

	private readonly messageIds = new Map<ChatMessagePlan, string>();

	private executionCount = 0;

	private redirectsUntil = 0;

	/** @param folder the folder of the package's code */
	constructor(
		private readonly channels: ChatChannels,
		private readonly clock: VirtualClock,
		private readonly random: () => number,
		private readonly folder: string,
	) {
		this.processes = [this.startProcess(), this.startProcess()];
		this.executions = new WaitingExecutions(clock, async (execution) => {
			if (execution.questions.length < execution.plan.rounds) await this.ask(execution);
			else execution.state = 'ended';
		});
	}

	async start(plan: ChatQuestionPlan): Promise<void> {
		await this.ask(this.executions.start(this.newExecution(), plan));
	}

	async deliver(plan: ChatMessagePlan, process: number): Promise<void> {
		const { channel, identifiedBy, field, written, hasId } = plan;
		const messageId = this.messageIds.get(plan) ?? `message-${String(this.messageIds.size)}`;
		this.messageIds.set(plan, messageId);
		const execution = this.newExecution();
		const node = nodeNamed(
			'Pass On Reply',
			passOnReply({
				contactId: this.channels.parameterFor(plan, identifiedBy),
				options: { questionField: field, ...(hasId && { messageId }) },
			}),
		);
		const delivery: RecordedDelivery = {
			...{ plan, execution, process, token: this.channels.tokenOf(channel) },
			startedAt: this.clock.date(),
		};
		this.deliveries.push(delivery);
		const { text = '' } = writtenReplies[written] ?? {};
		const context = this.context(node, execution, { process, channel }, [{ json: { text } }]);
		try {
			const [output] = await this.process(process).node.execute.call(context);
			delivery.output = output?.[0]?.json;
		} catch (error) {
			delivery.error = (error as Error).message;
		}
		delivery.endedAt = this.clock.date();
	}

	restart(number: number): void {
		const at = this.clock.date();
		this.process(number).crash();
		this.processes[number] = this.startProcess();
		this.restarts.push({ process: number, at });
		for (const execution of this.executions.all()) {
			const isLost = execution.state === 'running' && execution.plan.process === number;
			if (isLost) this.executions.end(execution, 'crashed');
		}
	}

	/** Redirects all requests to links to another server for a while. */
	redirect(forMs: number): void {
		this.redirectsUntil = this.clock.date() + forMs;
	}

	/** Stops a waiting execution. */
	stop(number: number): void {
		this.executions.stop(number);
	}

	/** Measures the state of each process in its first execution after idle hours. */
	async idleStates(): Promise<IdleState[]> {
		const node = nodeNamed('Send', sendText({ contactId: '1' }));
		const sizeAfterMessage = async (process: number) => {
			await this.clock.sleep(idleMs);
			const items = [{ json: { text: 'Hello' } }];
			const context = this.context(node, this.newExecution(), { process, channel: 0 }, items);
			// Whether the message is sent doesn't matter.
			await this.process(process)
				.node.execute.call(context)
				.catch(() => undefined);
			return this.process(process).state.size;
		};
		const states: IdleState[] = [];
		for (const worker of this.processes.keys()) {
			const size = await sizeAfterMessage(worker);
			this.processes[worker] = this.startProcess();
			states.push({ worker, size, sizeOfNew: await sizeAfterMessage(worker) });
		}
		return states;
	}

	private startProcess(): Worker {
		return new Worker(this.folder, this.clock, 0, this.random);
	}

	private process(number: number): Worker {
		const worker = this.processes[number];
		if (worker === undefined) throw new Error(`There is no process ${String(number)}`);
		return worker;
	}

	private newExecution(): number {
		this.executionCount += 1;
		return this.executionCount - 1;
	}

	/** Returns the message that started an execution. */
	private messageOf(execution: number): ChatMessagePlan | undefined {
		return this.deliveries.find((delivery) => delivery.execution === execution)?.plan;
	}

	private nodeThatAsks({ number, plan }: AskingExecution) {
		const { answerWith, identifiedBy, field, limitSeconds } = plan;
		return nodeNamed(
			`Ask ${String(number)}`,
			askInChat({
				contactId: this.channels.parameterFor(plan, identifiedBy),
				...(answerWith === 'anyText'
					? { answerWith }
					: { quickReplies: { reply: [...quickReplies[answerWith]] } }),
				options: {
					questionField: field,
					ifQuestionOpen: plan.replacesOpenQuestion ? 'replace' : 'fail',
					...(limitSeconds !== undefined && {
						limitWaitTime: {
							values: {
								limitType: 'afterTimeInterval',
								resumeAmount: limitSeconds / 60,
								resumeUnit: 'minutes',
							},
						},
					}),
				},
			}),
		);
	}

	/** Executes the node, which sends the question and makes the execution wait. */
	private async ask(execution: AskingExecution): Promise<void> {
		const { number, plan } = execution;
		const node = this.nodeThatAsks(execution);
		const question: RecordedChatQuestion = {
			...{ name: `Question ${String(number)}, round ${String(execution.questions.length)}` },
			...{ node: node.name, plan, execution: number, startedAt: this.clock.date() },
			...{ token: this.channels.tokenOf(plan.channel), links: [], resumptions: [] },
		};
		execution.questions.push(question);
		this.questions.push(question);
		let until: Date | undefined;
		const context = {
			...this.context(node, number, plan, [{ json: {} }]),
			getContext: () => execution.nodeContext,
			getSignedResumeUrl: (query: Record<string, string> = {}) => {
				const link = signedLink(number, query);
				question.links.push(link);
				return link;
			},
			putExecutionToWait: async (date: Date) => {
				await Promise.resolve();
				until = date;
			},
		};
		try {
			await this.process(plan.process).node.execute.call(context);
		} catch (error) {
			question.error = (error as Error).message;
			this.executions.end(execution, 'crashed');
			return;
		}
		question.until = until?.getTime() ?? 0;
		await this.clock.sleep(plan.recordMs);
		if (execution.state !== 'running') return;
		this.executions.wait(execution);
		question.waitsSince = this.clock.date();
	}

	private context(
		node: ReturnType<typeof nodeNamed>,
		number: number,
		{ process, channel }: { process: number; channel: number },
		items: INodeExecutionData[],
	) {
		const worker = this.process(process);
		const { service } = this.channels;
		const token = this.channels.tokenOf(channel);
		const sender = { service, worker: process, execution: number, attempt: 0 };
		const context = executionContext({
			...{ node, items, worker, sender, workflow: String(number) },
			credential: (itemIndex) => ({
				...credentialOf(singleMessage, itemIndex, 0, usualConditions),
				token,
			}),
		});
		const httpRequest = async (options: IHttpRequestOptions) =>
			await worker.unlessCrashed(this.requestLink(number, options));
		return { ...context, helpers: { ...context.helpers, httpRequest } };
	}

	/** Sends a request to n8n's public address. */
	private async requestLink(
		from: number,
		options: IHttpRequestOptions,
	): Promise<{ statusCode: number; headers: IDataObject; body: unknown }> {
		const { method, url, body } = options;
		const request: RecordedChatRequest = { url, from, body };
		this.linkRequests.push(request);
		const main = this.process(0);
		await this.clock.sleep(n8nMs);
		const { origin, pathname } = new URL(url);
		if (origin === otherServer) return { statusCode: 200, headers: {}, body: streamOf('OK') };
		if (this.clock.date() < this.redirectsUntil) {
			const location = otherServer + pathname;
			if (options.disableFollowRedirect === true) {
				return { statusCode: 307, headers: { location }, body: streamOf('') };
			}
			return await this.requestLink(from, { ...options, url: location });
		}
		const { status, text, headers = {} } = await this.responseTo(request, method ?? 'GET');
		await this.clock.sleep(this.messageOf(from)?.responseMs ?? n8nMs);
		if (main !== this.process(0)) throw clientError(nodeNamed('Pass On Reply', {}), 'lost');
		return { statusCode: status, headers, body: streamOf(text) };
	}

	private async responseTo(request: RecordedChatRequest, method: string): Promise<LinkResponse> {
		const { pathname, searchParams } = new URL(request.url);
		const number = Number(pathname.split('/')[2]);
		const execution = this.executions.get(number);
		const message = (status: number, text: string) => ({
			status,
			text: JSON.stringify({ code: status, message: text }),
		});
		const name = `The execution "${String(number)}"`;
		if (execution === undefined) return message(404, `${name} does not exist.`);
		if (!hasValidSignature(request.url)) return { status: 401, text: '{"error":"Invalid token"}' };
		const question = execution.questions.at(-1);
		switch (execution.state) {
			case 'running':
				return message(409, `${name} is running already.`);
			case 'crashed':
			case 'stopped':
				return message(409, `${name} has finished with error.`);
			case 'ended':
				return message(409, `${name} has finished already.`);
			case 'waiting':
		}
		if (question === undefined) throw new Error(`${name} waits without a question`);
		await this.clock.sleep(dataReadMs);
		if (!['running', 'waiting'].includes(execution.state)) {
			const text = "Cannot read properties of undefined (reading 'node')";
			return { status: 500, text: JSON.stringify({ code: 0, message: text }) };
		}
		request.handledAt = this.clock.date();
		const response = new SimulatedResponse();
		const result = await this.process(0).node.webhook.call(
			webhookContext({
				...{ node: this.nodeThatAsks(execution), workflow: `Workflow ${String(number)}` },
				...{ nodeContext: execution.nodeContext, method, response, body: request.body ?? {} },
				query: Object.fromEntries(searchParams),
			}),
		);
		const output = result.workflowData?.[0]?.[0]?.json;
		const { statusCode: status, headers } = response;
		if (output === undefined) return { status, headers, text: response.texts.join('') };
		return await this.resume(execution, question, {
			request,
			response,
			output,
			page: result.webhookResponse,
		});
	}

	/** Resumes the execution, and returns n8n's response. */
	private async resume(
		execution: AskingExecution,
		question: RecordedChatQuestion,
		answer: {
			request: RecordedChatRequest;
			response: SimulatedResponse;
			output: unknown;
			page: unknown;
		},
	): Promise<LinkResponse> {
		const { request, response, output, page } = answer;
		const main = this.process(0);
		const { recordMs = 0, resumption = 'succeeds' } = this.messageOf(request.from) ?? {};
		const result = await this.executions.resume(execution, {
			...{ question, response, recordMs, resumption },
			isAlive: () => main === this.process(0),
		});
		if (result === 'lost') return { status: 502, text: '' };
		const text = typeof page === 'string' ? page : '';
		if (result === 'failed') {
			const message = JSON.stringify({ code: 0, message: 'Failed' });
			const written = resumption === 'failsLate' ? text : message;
			return { status: 500, text: written, headers: response.headers };
		}
		const { handledAt: acceptedAt = 0, from, url } = request;
		question.resumptions.push({ acceptedAt, recordedAt: this.clock.date(), from, url, output });
		return { status: response.statusCode, text, headers: response.headers };
	}
}

async function* streamOf(text: string): AsyncGenerator<Buffer> {
	await Promise.resolve();
	if (text !== '') yield Buffer.from(text);
}
