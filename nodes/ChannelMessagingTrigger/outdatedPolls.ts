/** A running poll that isn't the first one after an activation. */
interface ScheduledPoll {
	isOutdated: boolean;
}

/**
 * The running polls of a workflow. `activations` are the first polls after an activation, and
 * `scheduled` are all others.
 */
interface WorkflowPolls {
	readonly activations: Set<Promise<unknown>>;
	readonly scheduled: Set<ScheduledPoll>;
}

/**
 * Detects polls that become outdated because their workflow is activated while they are running.
 * n8n 2.41 ignores the results of outdated polls, but older releases don't.
 */
export class OutdatedPolls {
	private readonly workflows = new Map<string, WorkflowPolls>();

	/** The polls that were running when a publication activated its first trigger. */
	private readonly earlier = new WeakMap<object, readonly ScheduledPoll[]>();

	/**
	 * Waits for the first poll after an activation. If it succeeds, the polls that were running when
	 * the publication began become outdated. A publication activates its triggers one by one. In the
	 * meantime, n8n's durable scheduler can already start polls of the published workflow.
	 *
	 * @param publication an object shared by all activations of a publication
	 */
	async activate<Result>(
		workflow: string,
		publication: object,
		activation: Promise<Result>,
	): Promise<Result> {
		const { activations, scheduled } = this.pollsOf(workflow);
		const earlier = this.earlier.get(publication) ?? [...scheduled];
		this.earlier.set(publication, earlier);
		activations.add(activation);
		try {
			const result = await activation;
			for (const poll of earlier) poll.isOutdated = true;
			return result;
		} finally {
			activations.delete(activation);
			this.clean(workflow);
		}
	}

	/**
	 * Runs a poll. `work` receives a function that waits for running activations and then returns
	 * whether this poll has become outdated.
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
