import type { AnswerTimes, Limits } from '../service';

/** What there is to do in one measurement, and how the service takes it. */
export interface Work {
	/** Items of all executions together, single messages not counted. */
	readonly items: number;
	/** Messages sent one by one, each by an execution of its own, while the others run. */
	readonly singleMessages: number;
	/** Executions that run at once and share the items. */
	readonly executions: number;
	readonly semantics: Limits['semantics'];
	/** Sends a second; null: no limit. */
	readonly messagesPerSecond: number | null;
	readonly answers: AnswerTimes;
	readonly arrivalJitterMilliseconds: number;
}

/** How the service answers, in a few words. */
export function describeAnswers({ answers, arrivalJitterMilliseconds }: Work): string {
	const { minimumMilliseconds: least, maximumMilliseconds: most } = answers;
	const time =
		most === 0
			? 'at once'
			: least === most
				? `${String(most)} ms`
				: `${String(least)}–${String(most)} ms`;
	return arrivalJitterMilliseconds === 0
		? time
		: `${time}, jitter ${String(arrivalJitterMilliseconds)} ms`;
}
