/** A poll in progress that activates no workflow. */
interface ScheduledPoll {
	isOutdated: boolean;
}

/** The polls of a workflow that are in progress. */
interface WorkflowPolls {
	readonly activations: Set<Promise<unknown>>;
	readonly scheduled: Set<ScheduledPoll>;
}

/**
 * Determines which polls are outdated, because their workflow was activated while they were running.
 * n8n 2.41 ignores the results of such polls, and older releases don't.
 */
export class OverlappingPolls {
	private readonly workflows = new Map<string, WorkflowPolls>();

	/** Waits for the first poll of a trigger. If it succeeds, all running polls are outdated. */
	async activate<Result>(workflow: string, activation: Promise<Result>): Promise<Result> {
		const { activations, scheduled } = this.pollsOf(workflow);
		activations.add(activation);
		try {
			const result = await activation;
			for (const poll of scheduled) poll.isOutdated = true;
			return result;
		} finally {
			activations.delete(activation);
			this.clean(workflow);
		}
	}

	/**
	 * Runs a poll that activates no workflow. The function that it receives waits until the success of
	 * all activations is known, and resolves with whether the poll is outdated.
	 */
	async run<Result>(
		workflow: string,
		work: (isOutdated: () => Promise<boolean>) => Promise<Result>,
	): Promise<Result> {
		const { activations, scheduled } = this.pollsOf(workflow);
		const poll: ScheduledPoll = { isOutdated: false };
		scheduled.add(poll);
		try {
			return await work(async () => {
				while (activations.size > 0) await Promise.allSettled(activations);
				return poll.isOutdated;
			});
		} finally {
			scheduled.delete(poll);
			this.clean(workflow);
		}
	}

	private pollsOf(workflow: string): WorkflowPolls {
		const polls = this.workflows.get(workflow) ?? { activations: new Set(), scheduled: new Set() };
		this.workflows.set(workflow, polls);
		return polls;
	}

	private clean(workflow: string): void {
		const { activations, scheduled } = this.pollsOf(workflow);
		if (activations.size + scheduled.size === 0) this.workflows.delete(workflow);
	}
}
