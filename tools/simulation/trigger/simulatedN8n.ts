import type { IDataObject, INode, IPollFunctions, WorkflowActivateMode } from 'n8n-workflow';
import { z } from 'zod';

import type { VirtualClock } from '../../../test/support/virtualClock';
import type { ChannelName, TriggerHistory, TriggerSettings } from './history';
import { clientError } from '../world/httpHelper';
import { type Poll, startProcess } from './n8nProcess';
import type { Fact } from './recording';
import { baseUrls, token, type TriggerService } from './service';

const credentialType = 'channelMessagingApi';

/** The time budget of polls in n8n's durable scheduler, in milliseconds. */
const pollBudgetMs = 36_000;

const contextSchema = z.custom<IPollFunctions>((value) => typeof value === 'object');

/** A workflow's static data, as n8n keeps it in memory. The keys are the names of nodes. */
type StaticData = Record<string, IDataObject>;

/** A workflow that was read from n8n's database. */
interface LoadedWorkflow {
	settings: readonly TriggerSettings[];
	staticData: StaticData;
	/** The number of the saved static data of each trigger. */
	saved: number[];
	contexts: IPollFunctions[];
}

/** A process of n8n. */
interface N8nProcess {
	number: number;
	poll: Poll;
	/** The published workflow, if this process polls its triggers. */
	workflow: LoadedWorkflow | undefined;
}

/** n8n with one published workflow, in one or two processes. */
export class SimulatedN8n {
	settings: TriggerSettings[];

	channel: ChannelName = 'a';

	private readonly database = { staticData: '{}', saved: [] as number[] };

	/** The machines of n8n. A restart replaces the process of a machine. */
	private readonly processes: Array<N8nProcess | undefined> = [];

	private processCount = 0;

	private machine = 0;

	private lastSaved = 0;

	/** How to activate the workflow at the next poll, if it isn't active. */
	private activation: WorkflowActivateMode | undefined = 'activate';

	constructor(
		private readonly history: Pick<
			TriggerHistory,
			'clockSkewMs' | 'requestsPerMinute' | 'scheduling' | 'triggers'
		>,
		private readonly service: TriggerService,
		private readonly clock: VirtualClock,
	) {
		this.settings = [...history.triggers];
		this.database.saved = history.triggers.map(() => 0);
	}

	private get process(): N8nProcess {
		const { machine } = this;
		this.processCount += this.processes[machine] === undefined ? 1 : 0;
		this.processes[machine] ??= {
			number: this.processCount,
			poll: startProcess(this.clock, machine === 0 ? 0 : this.history.clockSkewMs),
			workflow: undefined,
		};
		return this.processes[machine];
	}

	/** Publishes the workflow with other settings. */
	async publish(trigger: number, changes: Partial<TriggerSettings>): Promise<void> {
		const position = trigger % this.settings.length;
		this.settings = this.settings.map((settings, index) =>
			index === position ? { ...settings, ...changes } : settings,
		);
		this.activation = 'activate';
		await this.activate();
	}

	/** Ends the process that polls, and starts another one on the same machine. */
	async restart(): Promise<void> {
		const { number } = this.process;
		for (const trigger of this.settings.keys()) {
			this.record(trigger, { kind: 'processEnds', process: number });
		}
		this.processes[this.machine] = undefined;
		this.activation = 'init';
		await this.activate();
	}

	/** The process on the other machine polls from now on. */
	async changeMachine(): Promise<void> {
		const { scheduling } = this.history;
		if (scheduling === 'classic') this.process.workflow = undefined;
		this.machine = 1 - this.machine;
		if (scheduling !== 'classic') return;
		this.activation = 'leadershipChange';
		await this.activate();
	}

	/** Polls all triggers, or activates the workflow if it isn't active. */
	async poll(): Promise<void> {
		if (this.activation !== undefined) {
			await this.activate();
			return;
		}
		const { scheduling } = this.history;
		if (scheduling === 'classic') {
			const { workflow } = this.process;
			if (workflow === undefined) throw new Error('The workflow is not active');
			const polls = workflow.contexts.map(async (_, trigger) => {
				await this.pollTrigger(workflow, trigger);
			});
			await Promise.all(polls);
			return;
		}
		for (const trigger of this.settings.keys()) {
			const workflow = this.load('update', pollBudgetMs);
			const isEmitted = await this.pollTrigger(workflow, trigger);
			if (!isEmitted && scheduling === 'durableCursors') this.save(workflow);
		}
	}

	private async activate(): Promise<void> {
		const { activation } = this;
		if (activation === undefined) return;
		const workflow = this.load(activation);
		this.process.workflow = undefined;
		for (const trigger of this.settings.keys()) {
			const isPolled = await this.pollTrigger(workflow, trigger, true);
			if (isPolled === undefined) return;
		}
		this.activation = undefined;
		this.save(workflow);
		this.process.workflow = workflow;
	}

	/**
	 * Polls a trigger, and saves its static data if it returns events. Returns whether it did, or
	 * `undefined` if the poll failed.
	 */
	private async pollTrigger(
		workflow: LoadedWorkflow,
		trigger: number,
		isActivation = false,
	): Promise<boolean | undefined> {
		const { number, poll } = this.process;
		const [settings, context] = [workflow.settings[trigger], workflow.contexts[trigger]];
		if (settings === undefined || context === undefined) throw new Error('No such trigger');
		const saved = workflow.saved[trigger] ?? 0;
		const starts = { process: number, settings, channel: this.channel, saved } as const;
		this.record(trigger, { kind: 'pollStarts', ...starts });
		try {
			const output = await poll(context);
			const events = output?.[0]?.map(({ json }) => structuredClone(json)) ?? [];
			this.record(trigger, { kind: 'pollEnds', process: number, events, error: undefined });
			if (output !== null) this.save(workflow);
			return output !== null;
		} catch (error) {
			const message = error instanceof Error ? error.message : String(error);
			this.record(trigger, { kind: 'pollEnds', process: number, events: [], error: message });
			return isActivation ? undefined : false;
		}
	}

	private load(activation: WorkflowActivateMode, budgetMs?: number): LoadedWorkflow {
		const staticData = staticDataSchema.parse(JSON.parse(this.database.staticData));
		const contexts = this.settings.map((settings, trigger) =>
			this.contextOf(settings, trigger, staticData, activation, budgetMs),
		);
		return { settings: this.settings, staticData, saved: [...this.database.saved], contexts };
	}

	private save(workflow: LoadedWorkflow): void {
		const before = staticDataSchema.parse(JSON.parse(this.database.staticData));
		this.database.staticData = JSON.stringify(workflow.staticData);
		for (const trigger of this.settings.keys()) {
			const name = nameOf(trigger);
			const isChanged =
				JSON.stringify(before[name] ?? {}) !== JSON.stringify(workflow.staticData[name] ?? {});
			if (!isChanged) continue;
			this.lastSaved += 1;
			workflow.saved[trigger] = this.lastSaved;
			this.database.saved[trigger] = this.lastSaved;
			const { number } = this.process;
			this.record(trigger, { kind: 'saved', process: number, saved: this.lastSaved });
		}
	}

	private record(trigger: number, fact: DistributiveOmit<Fact, 'at' | 'trigger'>): void {
		this.service.facts.push({ at: this.clock.now(), trigger, ...fact });
	}

	private contextOf(
		settings: TriggerSettings,
		trigger: number,
		staticData: StaticData,
		activation: WorkflowActivateMode,
		budgetMs: number | undefined,
	): IPollFunctions {
		const { number } = this.process;
		const sender = { trigger, process: number, value: settings.value };
		const parameters: Record<string, unknown> = {
			event: settings.event,
			fieldName: { __rl: true, mode: 'name', value: 'status' },
			fieldValue: settings.value,
			includeExisting: settings.includeExisting,
			watch: settings.watch,
			watchedFields: 'status, city',
			watchedTags: 'vip',
		};
		const node: INode = {
			id: nameOf(trigger),
			name: nameOf(trigger),
			type: 'n8n-nodes-channel-messaging.channelMessagingTrigger',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
			credentials: { [credentialType]: { id: '1', name: 'Channel' } },
		};
		const ignore = () => undefined;
		return contextSchema.parse({
			getNode: () => node,
			getNodeParameter: (name: string) => parameters[name],
			getCredentials: async () =>
				await Promise.resolve({
					baseUrl: baseUrls[this.channel],
					token,
					channelType: 'other',
					messagesPerSecond: 25,
					contactCallsPerMinute: this.history.requestsPerMinute,
				}),
			getMode: () => 'trigger',
			getActivationMode: () => activation,
			getWorkflow: () => ({ id: 'workflow', name: 'Workflow', active: true }),
			getWorkflowStaticData: () => (staticData[nameOf(trigger)] ??= {}),
			getExecutionCancelSignal: ignore,
			...(budgetMs === undefined ? {} : { getPollBudgetMs: () => budgetMs }),
			logger: { warn: ignore, info: ignore, debug: ignore, error: ignore },
			helpers: {
				httpRequestWithAuthentication: async (_type: string, options: unknown, more: unknown) => {
					const { url, abortSignal } = optionsSchema.parse(options);
					const { data } = moreSchema.parse(more).credentialsDecrypted;
					const response = await this.service.send(new URL(url), data.token, sender, abortSignal);
					if (typeof response === 'string') throw clientError(node, response);
					const { status, body } = response;
					return { statusCode: status, headers: {}, body: streamOf(JSON.stringify(body)) };
				},
			},
		});
	}
}

type DistributiveOmit<Value, Keys extends PropertyKey> = Value extends unknown
	? Omit<Value, Keys>
	: never;

const staticDataSchema = z.record(z.custom<IDataObject>());
const optionsSchema = z.object({ url: z.string(), abortSignal: z.instanceof(AbortSignal) });
const moreSchema = z.object({
	credentialsDecrypted: z.object({ data: z.object({ token: z.string() }) }),
});

function nameOf(trigger: number): string {
	return `Trigger ${String(trigger + 1)}`;
}

async function* streamOf(text: string): AsyncGenerator<string> {
	yield await Promise.resolve(text);
}
