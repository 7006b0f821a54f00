import type { IDataObject, IPollFunctions, WorkflowActivateMode } from 'n8n-workflow';

import type { VirtualClock } from '../../../test/support/virtualClock';
import type { TriggerHistory, TriggerSettings } from '../history/triggerHistory';
import { executionContext } from './executionContext';
import { baseUrl, nodeNamed, optedOut, tokens } from './items';
import { seededRandomNumbers } from './randomNumbers';
import type { TriggerObservation } from './triggerRecording';
import type { TriggerService } from './triggerService';
import { Worker } from './worker';

/** The time budget of polls in n8n's durable scheduler, in milliseconds. */
const pollBudgetMs = 36_000;

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
	worker: Worker;
	/** The published workflow, if this process polls its triggers. */
	workflow: LoadedWorkflow | undefined;
}

/** n8n with one published workflow, in one or two processes. */
export class TriggerN8n {
	private settings: readonly TriggerSettings[];

	private token: string = tokens[0];

	private readonly database = { staticData: '{}', saved: [] as number[] };

	/** The machines of n8n. A restart replaces the process of a machine. */
	private readonly processes: Array<N8nProcess | undefined> = [];

	private processCount = 0;

	private machine = 0;

	private lastSaved = 0;

	/** How to activate the workflow at the next poll, if it isn't active. */
	private activation: WorkflowActivateMode | undefined = 'activate';

	constructor(
		private readonly history: TriggerHistory,
		private readonly service: TriggerService,
		private readonly clock: VirtualClock,
		private readonly folder: string,
	) {
		this.settings = history.triggers;
		this.database.saved = history.triggers.map(() => 0);
	}

	private get process(): N8nProcess {
		const { machine, clock, folder } = this;
		this.processCount += this.processes[machine] === undefined ? 1 : 0;
		const nodeName = 'ChannelMessagingTrigger';
		const clockSkewMs = machine === 0 ? 0 : this.history.clockSkewMs;
		this.processes[machine] ??= {
			number: this.processCount,
			worker: new Worker(folder, clock, clockSkewMs, seededRandomNumbers(1), nodeName),
			workflow: undefined,
		};
		return this.processes[machine];
	}

	changeCredential(channel: number): void {
		this.token = tokens[channel] ?? tokens[0];
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
		for (const trigger of this.settings.keys()) this.record(trigger, { kind: 'processEnds' });
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
			const workflow = this.load('update', { getPollBudgetMs: () => pollBudgetMs });
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
		const { worker } = this.process;
		const [settings, context] = [workflow.settings[trigger], workflow.contexts[trigger]];
		if (settings === undefined || context === undefined) throw new Error('No such trigger');
		const saved = workflow.saved[trigger] ?? 0;
		this.record(trigger, { kind: 'pollStarts', settings, token: this.token, saved });
		try {
			const output = await worker.node.poll.call(context);
			const events = output?.[0]?.map(({ json }) => structuredClone(json)) ?? [];
			this.record(trigger, { kind: 'pollEnds', events, error: undefined });
			if (output !== null) this.save(workflow);
			return output !== null;
		} catch (error) {
			const message = error instanceof Error ? error.message : String(error);
			this.record(trigger, { kind: 'pollEnds', events: [], error: message });
			return isActivation ? undefined : false;
		}
	}

	private load(activation: WorkflowActivateMode, more: object = {}): LoadedWorkflow {
		const staticData = JSON.parse(this.database.staticData) as StaticData;
		const contexts = this.settings.map((settings, trigger) => ({
			...this.contextOf(settings, trigger),
			getActivationMode: () => activation,
			getWorkflowStaticData: () => (staticData[nameOf(trigger)] ??= {}),
			...more,
		}));
		return {
			settings: this.settings,
			staticData,
			saved: [...this.database.saved],
			contexts: contexts as unknown as IPollFunctions[],
		};
	}

	private save(workflow: LoadedWorkflow): void {
		const before = JSON.parse(this.database.staticData) as StaticData;
		this.database.staticData = JSON.stringify(workflow.staticData);
		for (const trigger of this.settings.keys()) {
			const name = nameOf(trigger);
			const isChanged =
				JSON.stringify(before[name] ?? {}) !== JSON.stringify(workflow.staticData[name] ?? {});
			if (!isChanged) continue;
			this.lastSaved += 1;
			workflow.saved[trigger] = this.lastSaved;
			this.database.saved[trigger] = this.lastSaved;
			this.record(trigger, { kind: 'saved', saved: this.lastSaved });
		}
	}

	private record(trigger: number, observation: TriggerObservation): void {
		const { number } = this.process;
		this.service.facts.push({ at: this.clock.date(), trigger, process: number, ...observation });
	}

	private contextOf(settings: TriggerSettings, trigger: number) {
		const { number, worker } = this.process;
		const { event, value, includeExisting, watch } = settings;
		const parameters = {
			fieldName: { __rl: true, mode: 'name', value: 'status' },
			fieldValue: value,
			...{ event, includeExisting, watch },
			...{ watchedFields: 'status, city', watchedTags: optedOut },
		};
		const node = nodeNamed(nameOf(trigger), parameters, 'channelMessagingTrigger');
		const sender = { service: this.service, worker: number, execution: trigger, attempt: 0 };
		return executionContext({
			...{ node, worker, workflow: 'workflow', sender },
			credential: () => ({
				baseUrl,
				token: this.token,
				channelType: 'other',
				messagesPerSecond: 25,
				contactCallsPerMinute: this.history.requestsPerMinute,
			}),
		});
	}
}

function nameOf(trigger: number): string {
	return `Trigger ${String(trigger + 1)}`;
}
