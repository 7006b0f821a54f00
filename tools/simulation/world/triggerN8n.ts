import type { IDataObject, IPollFunctions, WorkflowActivateMode } from 'n8n-workflow';

import type { VirtualClock } from '../../../test/support/virtualClock';
import type { TriggerEvent, TriggerHistory, TriggerSettings } from '../history/triggerHistory';
import { executionContext } from './executionContext';
import { baseUrl, nodeNamed, optedOut, tokens } from './items';
import { seededRandomNumbers } from './randomNumbers';
import type { TriggerFact, TriggerObservation } from './triggerRecording';
import type { TriggerService } from './triggerService';
import { Worker } from './worker';

/** The time budget of polls in n8n's durable scheduler, in milliseconds. */
const pollBudgetMs = 36_000;

/** The maximum time between the polls of two triggers, in milliseconds. */
const maxSpreadMs = 35_000;

/** A workflow's static data, as n8n keeps it in memory. The keys contain the names of nodes. */
type StaticData = Record<string, IDataObject>;

/** The static data in n8n's database. */
interface Database {
	staticData: string;
	/** The number of the saved static data of each trigger. */
	saved: readonly number[];
}

/** The nodes of a workflow that a user has saved. */
interface TriggerNode {
	name: string;
	settings: TriggerSettings;
}

/** A workflow that was read from n8n's database. */
interface LoadedWorkflow {
	number: number;
	nodes: readonly TriggerNode[];
	staticData: StaticData;
	/** The number of the saved static data of each trigger. */
	saved: number[];
	/** The static data of each trigger when it was read or saved, as JSON. */
	savedTexts: string[];
	/** Only of the triggers that poll. */
	contexts: Array<{ number: number; functions: IPollFunctions } | undefined>;
	/** The number of activations and deactivations before. */
	generation: number;
}

type Publication = Extract<TriggerEvent, { kind: 'publish' }>;

interface N8nProcess {
	number: number;
	worker: Worker;
	/** The published workflow, if this process polls its triggers. */
	workflow: LoadedWorkflow | undefined;
}

/** n8n with one published workflow, in one or two processes. */
export class TriggerN8n {
	private nodes: readonly TriggerNode[];

	private token: string = tokens[0];

	private database: Database;

	/** The database after each save. */
	private readonly backups: Database[] = [];

	/** The database when each running execution began. */
	private readonly executions: Database[] = [];

	/** The machines of n8n. A restart replaces the process of a machine. */
	private readonly processes: Array<N8nProcess | undefined> = [];

	private processCount = 0;

	private machine = 0;

	private lastSaved = 0;

	private lastContext = 0;

	private lastWorkflow = 0;

	private isPublished = true;

	/** How to activate the workflow at the next poll, if it is published and isn't active. */
	private activation: WorkflowActivateMode | undefined = 'activate';

	/** The number of activations and deactivations. */
	private generation = 0;

	constructor(
		private readonly history: TriggerHistory,
		private readonly service: TriggerService,
		private readonly clock: VirtualClock,
		private readonly folder: string,
	) {
		this.nodes = history.triggers.map((settings, trigger) => ({
			name: `Trigger ${String(trigger + 1)}`,
			settings,
		}));
		this.database = { staticData: '{}', saved: history.triggers.map(() => 0) };
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

	/**
	 * Publishes the workflow with other settings. If the publication fails, n8n unpublishes the
	 * workflow, and the user publishes it again instead of the next poll.
	 */
	async publish({ trigger, changes, renames, isRejected }: Publication): Promise<void> {
		const position = trigger % this.nodes.length;
		this.nodes = this.nodes.map(({ name, settings }, index) =>
			index === position
				? { name: renames ? otherName(name) : name, settings: { ...settings, ...changes } }
				: { name, settings },
		);
		const isActive = this.isPublished && this.activation !== 'activate';
		this.isPublished = true;
		this.activation = isActive ? 'update' : 'activate';
		await this.activate(isRejected);
	}

	unpublish(): void {
		this.isPublished = false;
		this.endPolls();
	}

	/** Publishes the workflow at the next poll, if it isn't published. */
	publishAgain(): void {
		if (!this.isPublished) this.activation = 'activate';
		this.isPublished = true;
	}

	/**
	 * Another process becomes the leader. If n8n doesn't discard the result of a running poll, no
	 * process can know it, so the same process becomes the leader again.
	 */
	async takeOver(): Promise<void> {
		if (!this.isPublished || this.history.scheduling !== 'classic') return;
		if (this.history.discardsOutdatedPolls) {
			await this.changeMachine();
			return;
		}
		this.activation ??= 'leadershipChange';
		await this.activate();
	}

	/** Ends the process that polls, and starts another one on the same machine. */
	async restart(): Promise<void> {
		const { number: process } = this.process;
		for (const trigger of this.nodes.keys()) {
			this.record({ trigger, process, context: 0, kind: 'processEnds' });
		}
		this.processes[this.machine] = undefined;
		if (!this.isPublished) return;
		this.activation ??= 'init';
		await this.activate();
	}

	/** The process on the other machine polls from now on. */
	async changeMachine(): Promise<void> {
		const { scheduling } = this.history;
		if (scheduling === 'classic') this.process.workflow = undefined;
		this.machine = 1 - this.machine;
		if (scheduling !== 'classic' || !this.isPublished) return;
		this.activation ??= 'leadershipChange';
		await this.activate();
	}

	startExecution(): void {
		this.executions.push(this.database);
	}

	/** Ends the oldest execution. One of its nodes has changed static data of its own. */
	endExecution(): void {
		this.database = this.executions.shift() ?? this.database;
	}

	restoreStaticData(saves: number): void {
		this.database = this.backups.at(-1 - saves) ?? this.database;
	}

	/** Polls all triggers, or first activates the workflow if it isn't active. */
	async poll(): Promise<void> {
		if (!this.isPublished) return;
		if (this.activation !== undefined) {
			await this.activate();
			return;
		}
		const { scheduling } = this.history;
		if (scheduling === 'classic') {
			const { workflow } = this.process;
			if (workflow === undefined) throw new Error('The workflow is not active');
			const polls = workflow.contexts.map(async (_, trigger) => {
				await this.awaitPollTime(trigger);
				if (!this.isOutdated(workflow)) await this.pollTrigger(workflow, trigger);
			});
			await Promise.all(polls);
			return;
		}
		if (scheduling === 'durable') {
			for (const trigger of this.nodes.keys()) await this.pollDurably(trigger);
			return;
		}
		const polls = this.nodes.map(async (_, trigger) => {
			await this.awaitPollTime(trigger);
			await this.pollDurably(trigger);
		});
		await Promise.all(polls);
	}

	/** Polls all triggers while their earlier polls are still running. */
	async pollAgain(): Promise<void> {
		const { scheduling } = this.history;
		// Otherwise, both polls would have one context, by which facts are recorded.
		if (!this.isPublished || this.activation !== undefined || scheduling === 'classic') return;
		await Promise.all(
			this.nodes.map(async (_, trigger) => {
				await this.pollDurably(trigger);
			}),
		);
	}

	/** Polls a trigger as n8n's durable scheduler does, with static data from the database. */
	private async pollDurably(trigger: number): Promise<void> {
		if (!this.isPublished) return;
		const workflow = this.load('update', { trigger, getPollBudgetMs: () => pollBudgetMs });
		const isEmitted = await this.pollTrigger(workflow, trigger);
		if (isEmitted || this.isOutdated(workflow)) return;
		if (this.history.scheduling === 'durableCursors') this.save(workflow);
	}

	private async awaitPollTime(trigger: number): Promise<void> {
		if (this.history.pollTimes === 'together') return;
		await this.clock.sleep((maxSpreadMs * trigger) / this.nodes.length);
	}

	private async activate(isRejected = false): Promise<void> {
		const { activation, process } = this;
		if (activation === undefined) return;
		this.endPolls();
		const workflow = this.load(activation);
		const { rejectedContexts } = this.service;
		const contexts = isRejected ? workflow.contexts : [];
		for (const context of contexts) rejectedContexts.add(context?.number ?? 0);
		let hasFailed = false;
		for (const trigger of this.nodes.keys()) {
			hasFailed ||= (await this.pollTrigger(workflow, trigger, activation)) === undefined;
		}
		rejectedContexts.clear();
		if (this.isOutdated(workflow)) return;
		if (hasFailed) {
			if (activation === 'update') this.activation = 'activate';
			return;
		}
		this.activation = undefined;
		this.save(workflow);
		process.workflow = workflow;
	}

	/** Ends the schedule of the published workflow. Its polls that are running continue. */
	private endPolls(): void {
		this.process.workflow = undefined;
		this.generation += 1;
	}

	private isOutdated({ generation }: LoadedWorkflow): boolean {
		return generation !== this.generation;
	}

	/**
	 * Polls a trigger, and saves its static data if it returns events. Returns whether it did, or
	 * `undefined` if the poll failed.
	 */
	private async pollTrigger(
		workflow: LoadedWorkflow,
		trigger: number,
		activation?: WorkflowActivateMode,
	): Promise<boolean | undefined> {
		const { number: process, worker } = this.process;
		const [node, context] = [workflow.nodes[trigger], workflow.contexts[trigger]];
		if (node === undefined || context === undefined) throw new Error('No such trigger');
		const saved = workflow.saved[trigger] ?? 0;
		const record = (observation: TriggerObservation) => {
			this.record({ trigger, process, context: context.number, ...observation });
		};
		const { settings } = node;
		const { token } = this;
		const { number } = workflow;
		record({ kind: 'pollStarts', settings, token, workflow: number, saved, activation });
		const isDiscarded = () =>
			activation === undefined && this.history.discardsOutdatedPolls && this.isOutdated(workflow);
		try {
			const output = await worker.node.poll.call(context.functions);
			const events = output?.[0]?.map(({ json }) => structuredClone(json)) ?? [];
			record({ kind: 'pollEnds', events, error: undefined, isDiscarded: isDiscarded() });
			if (output === null || isDiscarded()) return false;
			this.save(workflow);
			return true;
		} catch (error) {
			const message = error instanceof Error ? error.message : String(error);
			record({ kind: 'pollEnds', events: [], error: message, isDiscarded: isDiscarded() });
			return activation === undefined ? false : undefined;
		}
	}

	/** @param polled only for the poll of this trigger */
	private load(
		activation: WorkflowActivateMode,
		{ trigger: polled, ...more }: { trigger?: number; getPollBudgetMs?(): number } = {},
	): LoadedWorkflow {
		const staticData = JSON.parse(this.database.staticData) as StaticData;
		const workflow = { staticData };
		const contexts = this.nodes.map((node, trigger) => {
			if (trigger !== (polled ?? trigger)) return undefined;
			this.lastContext += 1;
			const functions = {
				...this.contextOf(node, trigger, this.lastContext),
				workflow,
				getActivationMode: () => activation,
				getWorkflowStaticData: () => (staticData[`node:${node.name}`] ??= {}),
				...more,
			};
			return { number: this.lastContext, functions: functions as unknown as IPollFunctions };
		});
		this.lastWorkflow += 1;
		return {
			number: this.lastWorkflow,
			nodes: this.nodes,
			staticData,
			saved: [...this.database.saved],
			savedTexts: this.nodes.map((node) => textOf(staticData, node)),
			contexts,
			generation: this.generation,
		};
	}

	private save(workflow: LoadedWorkflow): void {
		for (const [trigger, node] of workflow.nodes.entries()) {
			const text = textOf(workflow.staticData, node);
			if (text === workflow.savedTexts[trigger]) continue;
			this.lastSaved += 1;
			workflow.saved[trigger] = this.lastSaved;
			workflow.savedTexts[trigger] = text;
			const context = workflow.contexts[trigger]?.number ?? 0;
			const process = this.process.number;
			this.record({ trigger, process, context, kind: 'saved', saved: this.lastSaved });
		}
		this.database = this.merged(workflow);
		this.backups.push(this.database);
	}

	/**
	 * Returns the database after saving. n8n saves the data of all nodes, also if another process has
	 * saved newer data, but cursors belong to one node.
	 */
	private merged({ staticData, saved, nodes, contexts }: LoadedWorkflow): Database {
		const polled = contexts.map((context) => context !== undefined);
		if (this.history.scheduling !== 'durableCursors' || !polled.includes(false)) {
			return { staticData: JSON.stringify(staticData), saved: [...saved] };
		}
		const merged = JSON.parse(this.database.staticData) as StaticData;
		const trigger = polled.indexOf(true);
		const { name } = nodes[trigger] ?? { name: '' };
		Reflect.deleteProperty(merged, `node:${otherName(name)}`);
		merged[`node:${name}`] = staticData[`node:${name}`] ?? {};
		return {
			staticData: JSON.stringify(merged),
			saved: this.database.saved.map((number, index) =>
				index === trigger ? (saved[trigger] ?? 0) : number,
			),
		};
	}

	private record(fact: Omit<TriggerFact, 'at'> & TriggerObservation): void {
		this.service.facts.push({ at: this.clock.date(), ...fact });
	}

	private contextOf({ name, settings }: TriggerNode, trigger: number, context: number) {
		const { number, worker } = this.process;
		const { event, value, includeExisting, watch } = settings;
		const parameters = {
			fieldName: { __rl: true, mode: 'name', value: 'status' },
			fieldValue: value,
			...{ event, includeExisting, watch },
			...{ watchedFields: 'status, city', watchedTags: optedOut },
		};
		const id = `trigger ${String(trigger)}`;
		const node = { ...nodeNamed(name, parameters, 'channelMessagingTrigger'), id };
		const sender = { service: this.service, worker: number, execution: trigger, attempt: context };
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

function textOf(staticData: StaticData, { name }: TriggerNode): string {
	return JSON.stringify(staticData[`node:${name}`] ?? {});
}

function otherName(name: string): string {
	return name.endsWith(' renamed') ? name.replace(' renamed', '') : `${name} renamed`;
}
