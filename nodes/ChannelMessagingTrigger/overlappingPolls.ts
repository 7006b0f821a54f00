/** A running poll that isn't the first poll after a workflow's activation. */
interface ScheduledPoll {
	isOutdated: boolean;
}

/** A workflow's running polls: first polls after its activation, and regular polls. */
interface WorkflowPolls {
	readonly activations: Set<Promise<unknown>>;
	readonly scheduled: Set<ScheduledPoll>;
}

/**
 * Determines which running polls are outdated, because their workflow was activated in the
 * meantime. n8n 2.41 ignores the results of such polls, but older releases don't.
 */
export class OverlappingPolls {
	private readonly workflows = new Map<string, WorkflowPolls>();

	/** If the trigger's first poll succeeds, all running regular polls become outdated. */
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
	 * Runs a regular poll. The function passed to `work` waits for running activations, and then
	 * returns whether the poll has become outdated.
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
