import { repository } from '../../../test/support/repository';
import { VirtualClock } from '../../../test/support/virtualClock';
import {
	type ExecutionPlan,
	type Happening,
	type History,
	singleMessage,
} from '../history/history';
import { executionContext } from './executionContext';
import { credentialOf, isLater, itemsOf, nodeOf, tokensIn } from './items';
import { ProcessedItems } from './processedItems';
import { seededRandomNumbers } from './randomNumbers';
import type { RecordedAttempt, RecordedExecution, Recording } from './recording';
import { SimulatedService } from './service';
import { Worker } from './worker';

/** n8n's default pause between attempts (Retry On Fail), in milliseconds. */
const waitBetweenTriesMs = 1_000;

/** Longer than anything that the package keeps, in milliseconds. */
const idleMs = 3 * 3_600_000;

/** The number of the executions after idle hours, which aren't recorded. */
const probeNumber = -1;

/**
 * Exceeds the duration of any execution, in milliseconds. An execution that is still running then
 * counts as endless.
 */
const maxExecutionMs = 12 * 3_600_000;

/**
 * Runs a history on a virtual clock, and returns everything that the service and n8n saw.
 *
 * @param folder the folder of the package's code
 */
export async function simulate(history: History, folder = repository): Promise<Recording> {
	return await new Simulation(history, folder).run();
}

class Simulation {
	private readonly clock: VirtualClock;

	private readonly random: () => number;

	private readonly service: SimulatedService;

	private readonly processedItems: ProcessedItems;

	private readonly workers: Worker[];

	private readonly executions: RecordedExecution[] = [];

	private readonly crashes: Array<Recording['crashes'][number]> = [];

	private readonly machineSleeps: Array<Recording['machineSleeps'][number]> = [];

	/** The abort controllers of the executions. */
	private readonly cancels: AbortController[] = [];

	/** The executions in running processes. */
	private readonly running = new Map<RecordedExecution, Promise<void>>();

	constructor(
		private readonly history: History,
		private readonly folder: string,
	) {
		const { conditions, events, seed, workers } = history;
		this.clock = new VirtualClock(conditions.startDate);
		this.processedItems = new ProcessedItems(this.clock, conditions.keyWriteMs);
		this.random = seededRandomNumbers(seed);
		const contacts = Math.max(
			0,
			...events.map((event) => (event.kind === 'executions' ? event.plan.contacts : 0)),
		);
		const tokens = tokensIn(history);
		this.service = new SimulatedService(conditions, tokens, contacts, this.clock, this.random);
		this.workers = Array.from({ length: workers }, () => this.startWorker());
	}

	async run(): Promise<Recording> {
		const { history, executions, processedItems } = this;
		const startDate = this.clock.date();
		const state = { isOver: false };
		void this.service.sendOthers(() => state.isOver);
		await this.clock.run(this.happen());
		state.isOver = true;
		const storedKeys = processedItems.snapshot();
		const idleStates = history.endsIdle ? await this.clock.run(this.idleStates()) : [];
		return {
			history,
			requests: this.service.requests.filter(({ execution }) => execution !== probeNumber),
			executions,
			crashes: this.crashes,
			machineSleeps: this.machineSleeps,
			startDate,
			contacts: this.service.contacts,
			idleStates,
			isKeyStored: (workflow, key) => storedKeys.get(String(workflow))?.includes(key) === true,
		};
	}

	private startWorker(): Worker {
		return new Worker(this.folder, this.clock, this.history.conditions.clockSkewMs, this.random);
	}

	private async happen(): Promise<void> {
		for (const event of this.history.events) {
			await this.clock.sleep(event.afterMs);
			await this.apply(event);
		}
		const giveUpAt = this.clock.now() + maxExecutionMs;
		while (this.running.size > 0 && this.clock.now() < giveUpAt) {
			await Promise.race([...this.running.values(), this.clock.sleep(60_000)]);
		}
		// Requests of stopped executions still arrive.
		await this.clock.sleep(1_000);
	}

	private async apply(happening: Happening): Promise<void> {
		switch (happening.kind) {
			case 'executions': {
				const { plan, count, intervalMs, iterations } = happening;
				for (let number = 0; number < count; number += 1) {
					if (number > 0 && intervalMs > 0) await this.clock.sleep(intervalMs);
					this.start(plan, iterations);
				}
				break;
			}
			case 'stop': {
				const latest = this.executions.length - 1;
				const number = happening.execution === 'latest' ? latest : happening.execution;
				const execution = this.executions[number];
				if (execution === undefined || !this.running.has(execution)) break;
				execution.stoppedAt ??= this.clock.now();
				this.cancels[number]?.abort();
				break;
			}
			case 'contactChange':
				this.service.change(happening.change);
				break;
			case 'crash': {
				const index = happening.worker % this.workers.length;
				this.workers[index]?.crash();
				this.crashes.push({ worker: index, at: this.clock.now() });
				this.workers[index] = this.startWorker();
				for (const execution of this.running.keys()) {
					if (execution.worker !== index) continue;
					execution.crashedAt = this.clock.now();
					this.running.delete(execution);
				}
				break;
			}
			case 'machineSleep': {
				const from = this.clock.now();
				this.clock.block(happening.seconds * 1_000);
				const to = this.clock.now();
				this.machineSleeps.push({ from, to });
				if (!this.history.conditions.stopsMonotonicClock) break;
				for (const worker of this.workers) worker.asleepMs += to - from;
				break;
			}
			case 'outage':
				this.service.rejectAll(happening);
				break;
			case 'disconnection':
				this.service.disconnect(happening);
				break;
			case 'proxyFailure':
				this.service.failProxy(happening);
				break;
			case 'faults':
				this.service.addFaults(happening);
				break;
			case 'storeFailure':
				this.processedItems.fail(happening);
		}
	}

	/**
	 * @param firstIteration the number of the loop's first iteration, if it isn't this one
	 * @param cancel shared by all iterations
	 */
	private start(
		plan: ExecutionPlan,
		iterations = 1,
		firstIteration = this.executions.length,
		cancel = new AbortController(),
	): void {
		const index = plan.worker % this.workers.length;
		const worker = this.workers[index];
		if (worker === undefined) return;
		const startedAt = this.clock.now();
		const execution: RecordedExecution = {
			...{ plan, worker: index, firstIteration, startedAt },
			attempts: [],
		};
		this.cancels.push(cancel);
		const number = this.executions.push(execution) - 1;
		const work = this.execute(number, execution, cancel.signal, worker).then(() => {
			this.running.delete(execution);
			const hasFailed = execution.attempts.at(-1)?.error !== undefined;
			const isOver = iterations === 1 || execution.stoppedAt !== undefined || hasFailed;
			if (!isOver) this.start(plan, iterations - 1, firstIteration, cancel);
		});
		this.running.set(execution, work);
	}

	/** Waits for hours, and compares each process with a new one after the same execution. */
	private async idleStates(): Promise<Recording['idleStates']> {
		for (const { faults } of this.service.channels.values()) faults.clear();
		this.service.calmSearches();
		const sizeAfterMessage = async (worker: Worker) => {
			await this.clock.sleep(idleMs);
			const { signal } = new AbortController();
			const plan = singleMessage;
			const startedAt = this.clock.now();
			const firstIteration = probeNumber;
			const execution = { plan, worker: 0, firstIteration, startedAt, attempts: [] };
			await this.execute(probeNumber, execution, signal, worker);
			return worker.state.size;
		};
		const states: Array<Recording['idleStates'][number]> = [];
		for (const [index, worker] of this.workers.entries()) {
			const size = await sizeAfterMessage(worker);
			const sizeOfNew = await sizeAfterMessage(this.startWorker());
			states.push({ worker: index, size, sizeOfNew });
		}
		return states;
	}

	/**
	 * Executes the node as n8n does: retries if the node throws, or if its first output item has an
	 * error. The retries don't check whether the execution was stopped.
	 */
	private async execute(
		number: number,
		execution: RecordedExecution,
		cancelSignal: AbortSignal,
		worker: Worker,
	): Promise<void> {
		const { service } = this;
		const { plan } = execution;
		const node = nodeOf(plan);
		const items = itemsOf(plan, number);
		const executeData = { node: { name: node.name }, data: { main: [items] }, source: null };
		const workflow = String(plan.workflow);
		// n8n's hooks run before the node does.
		await this.clock.sleep(0);
		for (let attempt = 0; attempt < plan.maxTries; attempt += 1) {
			if (attempt > 0) await this.clock.sleep(waitBetweenTriesMs);
			const recorded: RecordedAttempt = { startedAt: this.clock.now(), hints: [], progress: [] };
			execution.attempts.push(recorded);
			const sender = { service, worker: execution.worker, execution: number, attempt };
			const values = itemsOf(plan, number, attempt);
			const context = executionContext({
				...{ node, items, executeData, cancelSignal, mode: plan.mode, workflow, worker, sender },
				executionId: String(execution.firstIteration),
				timeZone: this.history.conditions.workflowZone,
				expressionData: (itemIndex) => {
					if (isLater(plan, itemIndex, attempt, 'unreadableParameters')) {
						throw new Error('The expression failed');
					}
					return values[itemIndex]?.json ?? {};
				},
				credential: (itemIndex) => credentialOf(plan, itemIndex, attempt, this.history.conditions),
				addHint: (message) => recorded.hints.push(message),
				showProgress: (text) => recorded.progress.push({ at: this.clock.now(), text }),
				processedItems: this.processedItems.helpersFor(workflow),
			});
			try {
				[recorded.output = []] = await worker.node.execute.call(context);
			} catch (error) {
				const { message, description } = error as Error & { description?: string };
				recorded.error = { message, description: description ?? '' };
			}
			recorded.endedAt = this.clock.now();
			if (recorded.output !== undefined && recorded.output[0]?.json['error'] === undefined) break;
		}
		execution.endedAt = this.clock.now();
	}
}
