/** A running poll that isn't the first one after an activation. */
interface ScheduledPoll {
	/** The running activations that began after the poll. */
	readonly activations: Set<Promise<unknown>>;
	isOutdated: boolean;
}

/**
 * Detects polls that become outdated because their workflow is activated while they run. n8n 2.41
 * ignores the results of outdated polls, but older releases don't.
 */
export class OutdatedPolls {
	private readonly running = new Map<string, Set<ScheduledPoll>>();

	/** The polls that were running when a publication activated its first trigger. */
	private readonly earlier = new WeakMap<object, readonly ScheduledPoll[]>();

	/**
	 * Waits for the first poll after an activation. If it succeeds, the polls that were running when
	 * the publication began become outdated. A publication activates its triggers one by one, and
	 * n8n's durable scheduler can start polls of the published workflow meanwhile.
	 *
	 * @param publication an object that all activations of a publication share
	 */
	async activate<Result>(
		workflow: string,
		publication: object,
		activation: Promise<Result>,
	): Promise<Result> {
		const earlier = this.earlier.get(publication) ?? [...this.pollsOf(workflow)];
		this.earlier.set(publication, earlier);
		for (const { activations } of earlier) activations.add(activation);
		try {
			const result = await activation;
			for (const poll of earlier) poll.isOutdated = true;
			return result;
		} finally {
			for (const { activations } of earlier) activations.delete(activation);
		}
	}

	/**
	 * Runs a poll. `work` receives a function that waits for the activations that began after the
	 * poll, and returns whether the poll has become outdated.
	 */
	async run<Result>(
		workflow: string,
		work: (isOutdated: () => Promise<boolean>) => Promise<Result>,
	): Promise<Result> {
		const polls = this.pollsOf(workflow);
		const poll: ScheduledPoll = { activations: new Set(), isOutdated: false };
		this.running.set(workflow, polls.add(poll));
		try {
			return await work(async () => {
				while (poll.activations.size > 0) await Promise.allSettled(poll.activations);
				return poll.isOutdated;
			});
		} finally {
			polls.delete(poll);
			if (polls.size === 0) this.running.delete(workflow);
		}
	}

	private pollsOf(workflow: string): Set<ScheduledPoll> {
		return this.running.get(workflow) ?? new Set();
	}
}
