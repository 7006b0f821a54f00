/** All times are in milliseconds of the caller's clock. */
export interface LoggedRequest {
	readonly permittedAt: number;
	/** When the request was written to its connection. Equals `permittedAt` until then. */
	writtenAt: number;
	isRejected: boolean;
}

/** Additive smoothing, so that one 429 in a small sample doesn't collapse the estimate. */
const smoothing = 2;

/**
 * Stores recent requests in the order of their permits. Intervals refer to the time of writing,
 * which is closest to the request's arrival at the service.
 */
export class SlidingWindowLog {
	private readonly requests: LoggedRequest[] = [];

	constructor(private readonly retentionMs: number) {}

	add(request: LoggedRequest): void {
		this.requests.push(request);
		const oldest = request.permittedAt - this.retentionMs;
		while ((this.requests[0]?.writtenAt ?? oldest) < oldest) this.requests.shift();
	}

	remove(request: LoggedRequest): void {
		const index = this.requests.lastIndexOf(request);
		if (index !== -1) this.requests.splice(index, 1);
	}

	nthLatestWrittenAt(position: number): number | undefined {
		return this.requests[this.requests.length - position]?.writtenAt;
	}

	/**
	 * Returns the fraction of requests that the service accepted. The result is smoothed, and pending
	 * requests count as accepted.
	 */
	acceptedRatio(from: number, to: number): number {
		const written = this.requests.filter(({ writtenAt }) => writtenAt >= from && writtenAt <= to);
		const accepted = written.filter(({ isRejected }) => !isRejected);
		return (accepted.length + smoothing) / (written.length + smoothing);
	}
}
