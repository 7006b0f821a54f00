import type { VirtualClock } from '../../../test/support/virtualClock';
import type { SimulatedResponse } from './webhookContext';

/** n8n checks at this interval whether waits have ended, in milliseconds. */
const waitCheckMs = 60_000;

/** A question that an execution waits for. Times are milliseconds since the epoch. */
interface WaitedQuestion {
	/** When the workflow continues without an answer. `undefined`: never. */
	until?: number | undefined;
	/** When the user stopped the execution, or its process ended while it ran. */
	endedAt?: number;
}

export interface WaitingExecution<Plan, Question extends WaitedQuestion> {
	readonly number: number;
	readonly plan: Plan;
	/** The data that the node stored with the execution. */
	nodeContext: object;
	state: 'crashed' | 'ended' | 'running' | 'stopped' | 'waiting';
	/** The questions of all rounds of a loop. The execution waits for the last one. */
	readonly questions: Question[];
}

/** An answer that the package has accepted, and how n8n resumes the execution. */
interface AcceptedAnswer<Question> {
	question: Question;
	response: SimulatedResponse;
	/** The time until n8n has recorded that the workflow resumed. */
	recordMs: number;
	resumption: 'clientLeaves' | 'fails' | 'failsLate' | 'succeeds';
	/** Whether the process that handles the answer still exists. */
	isAlive: () => boolean;
}

/** The executions of n8n that ask questions and wait for the answers. */
export class WaitingExecutions<Plan, Question extends WaitedQuestion> {
	private readonly executions = new Map<number, WaitingExecution<Plan, Question>>();

	/** @param next continues an execution after an answer, and may ask the next question */
	constructor(
		private readonly clock: VirtualClock,
		private readonly next: (execution: WaitingExecution<Plan, Question>) => Promise<void>,
	) {}

	get(number: number): WaitingExecution<Plan, Question> | undefined {
		return this.executions.get(number);
	}

	all(): ReadonlyArray<WaitingExecution<Plan, Question>> {
		return [...this.executions.values()];
	}

	start(number: number, plan: Plan): WaitingExecution<Plan, Question> {
		const execution: WaitingExecution<Plan, Question> = {
			...{ number, plan, nodeContext: {}, state: 'running', questions: [] },
		};
		this.executions.set(number, execution);
		return execution;
	}

	/** Records that an execution waits for its last question. */
	wait(execution: WaitingExecution<Plan, Question>): void {
		execution.state = 'waiting';
		const question = execution.questions.at(-1);
		if (question?.until === undefined) return;
		const checkedAt = Math.ceil(question.until / waitCheckMs) * waitCheckMs;
		void this.clock.sleep(checkedAt - this.clock.date()).then(() => {
			if (isWaitingFor(execution, question)) execution.state = 'ended';
		});
	}

	/** Stops a waiting execution. */
	stop(number: number): void {
		const waiting = this.all().filter(({ state }) => state === 'waiting');
		const execution = waiting[number % waiting.length];
		if (execution !== undefined) this.end(execution, 'stopped');
	}

	/** Ends an execution whose process has ended, or whose user has stopped it. */
	end(execution: WaitingExecution<Plan, Question>, state: 'crashed' | 'stopped'): void {
		execution.state = state;
		const question = execution.questions.at(-1);
		if (question !== undefined) question.endedAt = this.clock.date();
	}

	/** Resumes an execution without checking whether it waits, as n8n 1 does for each answer. */
	async resume(
		execution: WaitingExecution<Plan, Question>,
		{ question, response, recordMs, resumption, isAlive }: AcceptedAnswer<Question>,
	): Promise<'failed' | 'lost' | 'resumed'> {
		if (resumption === 'clientLeaves') response.emit('close');
		await this.clock.sleep(recordMs);
		if (!isAlive()) return 'lost';
		const hasFailed = resumption === 'fails' || resumption === 'failsLate';
		if (hasFailed) response.statusCode = 500;
		if (resumption !== 'clientLeaves') response.emit('close');
		if (hasFailed) return 'failed';
		if (isWaitingFor(execution, question)) {
			execution.state = 'running';
			void this.next(execution);
		}
		return 'resumed';
	}
}

function isWaitingFor<Question extends WaitedQuestion>(
	{ state, questions }: Pick<WaitingExecution<unknown, Question>, 'questions' | 'state'>,
	question: Question,
): boolean {
	return state === 'waiting' && questions.at(-1) === question;
}
