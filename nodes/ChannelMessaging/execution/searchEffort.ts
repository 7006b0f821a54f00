/** The contact requests of an execution, from which a test estimates how long sending takes. */
export class SearchEffort {
	private readonly searchRequests = new Map<string, number>();

	private totalMs = 0;

	private responses = 0;

	addSearchRequest(channelKey: string): void {
		this.searchRequests.set(channelKey, this.requestsOf(channelKey) + 1);
	}

	addResponse(milliseconds: number): void {
		this.totalMs += milliseconds;
		this.responses += 1;
	}

	/** Returns the number of requests that searches for contacts needed. */
	requestsOf(channelKey: string): number {
		return this.searchRequests.get(channelKey) ?? 0;
	}

	/** The average time until a response, or 0 without responses. */
	get responseMs(): number {
		return this.responses === 0 ? 0 : this.totalMs / this.responses;
	}
}
