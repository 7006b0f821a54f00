import type { IHttpRequestOptions, INodeExecutionData } from 'n8n-workflow';

import {
	askInChat,
	contact as contactParameter,
	passOnReply,
} from '../../../test/support/fixtures/parameters';
import { repository } from '../../../test/support/repository';
import { VirtualClock } from '../../../test/support/virtualClock';
import {
	type ChatEvent,
	type ChatHistory,
	type ChatMessagePlan,
	type ChatQuestionPlan,
	type FieldEdit,
	quickReplies,
	writtenReplies,
} from '../history/chatHistory';
import { singleMessage, usualConditions } from '../history/history';
import type {
	AcceptedQuestion,
	ChatRecording,
	RecordedChatQuestion,
	RecordedChatRequest,
	RecordedDelivery,
} from './chatRecording';
import { executionContext } from './executionContext';
import { clientError } from './httpHelper';
import { credentialOf, nodeNamed, tokens } from './items';
import { seededRandomNumbers } from './randomNumbers';
import { SimulatedService } from './service';
import { hasValidSignature, signedLink } from './signedLinks';
import { SimulatedResponse, webhookContext } from './webhookContext';
import { Worker } from './worker';

/** How often n8n checks whether the wait of an execution has ended, in milliseconds. */
const waitCheckMs = 60_000;

/** Longer than any execution after the last event, in milliseconds. */
const maxExecutionMs = 300_000;

/** The time between a request to n8n and its response, in milliseconds. */
const n8nMs = 4;

const fields = ['n8nQuestion', 'secondQuestion'] as const;

interface AskingExecution {
	number: number;
	plan: ChatQuestionPlan;
	/** What the node stored with the execution. */
	nodeContext: object;
	state: 'crashed' | 'ended' | 'running' | 'stopped' | 'waiting';
	questions: RecordedChatQuestion[];
}

/**
 * Runs a history of questions in the chat on a virtual clock, and returns everything that n8n, the
 * contacts, and the service saw. Process 0 handles all requests to links.
 *
 * @param folder the folder of the package's code
 */
export async function simulateChat(
	history: ChatHistory,
	folder = repository,
): Promise<ChatRecording> {
	return await new ChatSimulation(history, folder).run();
}

class ChatSimulation {
	private readonly clock = new VirtualClock();

	private readonly random: () => number;

	private readonly service: SimulatedService;

	private readonly processes: Worker[];

	/** The current token of each channel. */
	private readonly tokens: string[] = [...tokens];

	private readonly executions = new Map<number, AskingExecution>();

	private executionCount = 0;

	private readonly questions: RecordedChatQuestion[] = [];

	private readonly deliveries: RecordedDelivery[] = [];

	private readonly linkRequests: RecordedChatRequest[] = [];

	private readonly restarts: Array<{ process: number; at: number }> = [];

	constructor(
		private readonly history: ChatHistory,
		private readonly folder: string,
	) {
		this.random = seededRandomNumbers(history.seed);
		const { lagMs, omitsFields } = history.search;
		const search = {
			...usualConditions.search,
			lagMs,
			lagging: 'content' as const,
			omittedFields: omitsFields ? ('some' as const) : ('none' as const),
		};
		const conditions = { ...usualConditions, search };
		this.service = new SimulatedService(conditions, tokens, 2, this.clock, this.random);
		this.processes = [this.startProcess(), this.startProcess()];
	}

	async run(): Promise<ChatRecording> {
		await this.clock.run(this.happen());
		const { history, questions, deliveries, linkRequests, restarts, service } = this;
		const accepted: AcceptedQuestion[] = service.requests
			.filter((request) => request.accepted && request.path.startsWith('/v1/message/'))
			.map(({ execution, arrivedAt = 0 }) => ({
				execution,
				at: arrivedAt + this.clock.date() - this.clock.now(),
			}));
		const contacts = tokens.flatMap((token) => service.channels.get(token)?.contacts ?? []);
		const contactIds = [0, 1].map((contact) => this.contactOf(0, contact).id);
		return {
			...{ history, questions, deliveries, linkRequests, accepted, restarts, contacts },
			contactIds,
		};
	}

	private startProcess(): Worker {
		return new Worker(this.folder, this.clock, 0, this.random);
	}

	private process(number: number): Worker {
		const worker = this.processes[number];
		if (worker === undefined) throw new Error(`There is no process ${String(number)}`);
		return worker;
	}

	private async happen(): Promise<void> {
		void this.endWaits();
		void this.start(this.history.first);
		for (const event of this.history.events) {
			await this.clock.sleep(event.afterMs);
			this.apply(event);
		}
		await this.clock.sleep(maxExecutionMs);
	}

	private apply(event: ChatEvent): void {
		switch (event.kind) {
			case 'ask':
				void this.start(event.question);
				break;
			case 'message':
				for (const { process, afterMs } of event.message.deliveries) {
					void this.clock.sleep(afterMs).then(async () => {
						await this.deliver(event.message, process);
					});
				}
				break;
			case 'edit':
				this.edit(event.edit);
				break;
			case 'restart':
				this.restart(event.process);
				break;
			case 'stop':
				this.stop(event.question);
				break;
			case 'rotate': {
				const token = this.tokens[event.channel] ?? '';
				this.tokens[event.channel] = `${token}-next`;
				this.service.rotate(token, `${token}-next`);
				break;
			}
			case 'faults':
				this.service.addFaults({
					kind: 'faults',
					path: event.path,
					nth: event.nth,
					times: 1,
					fault:
						event.fault === 'lost'
							? { kind: 'connectionLost', when: 'afterEffect' }
							: { kind: 'status', status: 422, message: 'Rejected' },
				});
		}
	}

	private restart(number: number): void {
		const at = this.clock.date();
		this.process(number).crash();
		this.processes[number] = this.startProcess();
		this.restarts.push({ process: number, at });
		for (const execution of this.executions.values()) {
			if (execution.state !== 'running' || execution.plan.process !== number) continue;
			execution.state = 'crashed';
			const question = execution.questions.at(-1);
			if (question !== undefined) question.endedAt = at;
		}
	}

	private stop(number: number): void {
		const waiting = [...this.executions.values()].filter(({ state }) => state === 'waiting');
		const execution = waiting[number % waiting.length];
		if (execution === undefined) return;
		execution.state = 'stopped';
		const question = execution.questions.at(-1);
		if (question !== undefined) question.endedAt = this.clock.date();
	}

	private contactOf(channel: number, contact: number) {
		const found = this.service.channels.get(tokens[channel] ?? '')?.contacts.all()[contact];
		if (found === undefined) throw new Error(`There is no contact ${String(contact)}`);
		return found;
	}

	private edit({ channel, contact, field, change }: FieldEdit): void {
		const contacts = this.service.channels.get(tokens[channel])?.contacts;
		if (contacts === undefined) return;
		const { id } = this.contactOf(channel, contact);
		const fieldOf = (of: { id: string; custom_fields: Readonly<Record<string, string>> }) =>
			of.custom_fields[field] ?? '';
		const value = fieldOf(this.contactOf(channel, contact));
		const earlier = contacts.versionsOf(id).flatMap((version) => version.contact ?? []);
		const middle = Math.floor(value.length / 2);
		const values: Record<FieldEdit['change'], string> = {
			cleared: '',
			cut: value.slice(0, middle),
			otherText: 'VIP',
			changedByte:
				value.slice(0, middle) + (value[middle] === 'A' ? 'B' : 'A') + value.slice(middle + 1),
			earlier:
				earlier
					.map(fieldOf)
					.filter((text) => text !== '' && text !== value)
					.at(-1) ?? '',
			ofOtherContact: fieldOf(this.contactOf(channel, 1 - contact)),
			ofOtherChannel: fieldOf(this.contactOf(1 - channel, contact)),
			ofOtherField:
				this.contactOf(channel, contact).custom_fields[
					field === fields[0] ? fields[1] : fields[0]
				] ?? '',
		};
		contacts.update(id, [{ name: field, value: values[change] }], this.clock.date());
	}

	private identifier(
		channel: number,
		contact: number,
		identifiedBy: ChatQuestionPlan['identifiedBy'],
	) {
		const { id, custom_fields: found } = this.contactOf(channel, contact);
		const texts = { id, prefixed: `cus_${id}`, phone: found['phone'] ?? '' };
		return contactParameter(texts[identifiedBy], identifiedBy === 'phone' ? 'phone' : 'id');
	}

	private newExecution(): number {
		this.executionCount += 1;
		return this.executionCount - 1;
	}

	private async start(plan: ChatQuestionPlan): Promise<void> {
		const number = this.newExecution();
		const execution: AskingExecution = {
			...{ number, plan, nodeContext: {}, state: 'running', questions: [] },
		};
		this.executions.set(number, execution);
		await this.ask(execution);
	}

	private nodeThatAsks({ number, plan }: AskingExecution) {
		const { channel, contact, identifiedBy, field, limitSeconds } = plan;
		return nodeNamed(
			`Ask ${String(number)}`,
			askInChat({
				contactId: this.identifier(channel, contact, identifiedBy),
				answerWith: plan.hasQuickReplies ? 'quickReplies' : 'anyText',
				quickReplies: { reply: [...quickReplies] },
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
			...{ token: this.tokens[plan.channel] ?? '', resumptions: [] },
		};
		execution.questions.push(question);
		this.questions.push(question);
		let until: Date | undefined;
		const context = {
			...this.context(node, number, plan, [{ json: {} }]),
			getContext: () => execution.nodeContext,
			getSignedResumeUrl: (query: Record<string, string> = {}) => signedLink(number, query),
			putExecutionToWait: async (date: Date) => {
				await Promise.resolve();
				until = date;
			},
		};
		try {
			await this.process(plan.process).node.execute.call(context);
		} catch (error) {
			question.error = (error as Error).message;
			question.endedAt = this.clock.date();
			execution.state = 'crashed';
			return;
		}
		question.until = until?.getTime() ?? 0;
		await this.clock.sleep(plan.recordMs);
		if (execution.state !== 'running') return;
		execution.state = 'waiting';
		question.waitsSince = this.clock.date();
	}

	private context(
		node: ReturnType<typeof nodeNamed>,
		number: number,
		{ process, channel }: { process: number; channel: number },
		items: INodeExecutionData[],
	) {
		const worker = this.process(process);
		const { service } = this;
		const token = this.tokens[channel] ?? '';
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

	private async deliver(plan: ChatMessagePlan, process: number): Promise<void> {
		const { channel, contact, identifiedBy, field, written } = plan;
		const execution = this.newExecution();
		const node = nodeNamed(
			'Pass On Reply',
			passOnReply({
				contactId: this.identifier(channel, contact, identifiedBy),
				options: { questionField: field },
			}),
		);
		const delivery: RecordedDelivery = {
			...{ plan, execution, process, token: this.tokens[channel] ?? '' },
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

	/** Continues executions whose wait has ended, as n8n does once a minute. */
	private async endWaits(): Promise<void> {
		for (;;) {
			await this.clock.sleep(waitCheckMs);
			for (const execution of this.executions.values()) {
				const until = execution.questions.at(-1)?.until ?? Infinity;
				if (execution.state === 'waiting' && until <= this.clock.date()) execution.state = 'ended';
			}
		}
	}

	/** Sends a request to n8n's public address. */
	private async requestLink(from: number, { method, url, body }: IHttpRequestOptions) {
		const request: RecordedChatRequest = { url, from, body };
		this.linkRequests.push(request);
		const main = this.process(0);
		await this.clock.sleep(n8nMs);
		const { status, text } = await this.responseTo(request, method ?? 'GET');
		await this.clock.sleep(n8nMs);
		if (main !== this.process(0)) throw clientError(nodeNamed('Pass On Reply', {}), 'lost');
		return { statusCode: status, headers: {}, body: streamOf(text) };
	}

	/** Responds as n8n does. */
	private async responseTo(
		request: RecordedChatRequest,
		method: string,
	): Promise<{ status: number; text: string }> {
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
		if (output === undefined) return { status: response.statusCode, text: response.texts.join('') };
		return await this.resume(execution, question, {
			request,
			response,
			output,
			page: result.webhookResponse,
		});
	}

	/** Resumes the execution, as n8n 1 does for each answer: without checking whether it waits. */
	private async resume(
		execution: AskingExecution,
		question: RecordedChatQuestion,
		answer: {
			request: RecordedChatRequest;
			response: SimulatedResponse;
			output: unknown;
			page: unknown;
		},
	): Promise<{ status: number; text: string }> {
		const { request, response, output, page } = answer;
		const main = this.process(0);
		const plan = this.deliveries.find((delivery) => delivery.execution === request.from)?.plan;
		await this.clock.sleep(plan?.recordMs ?? 0);
		if (main !== this.process(0)) return { status: 502, text: '' };
		if (plan?.resumption === 'fails') {
			response.statusCode = 500;
			response.emit('close');
			return { status: 500, text: JSON.stringify({ code: 0, message: 'Failed' }) };
		}
		question.resumptions.push({ acceptedAt: request.handledAt ?? 0, from: request.from, output });
		response.emit('close');
		if (execution.state === 'waiting' && execution.questions.at(-1) === question) {
			execution.state = 'running';
			if (execution.questions.length < execution.plan.rounds) void this.ask(execution);
			else execution.state = 'ended';
		}
		return { status: response.statusCode, text: typeof page === 'string' ? page : '' };
	}
}

async function* streamOf(text: string): AsyncGenerator<Buffer> {
	await Promise.resolve();
	if (text !== '') yield Buffer.from(text);
}
