/**
 * Counts contact requests and measures response times, so that a test can estimate the sending
 * time.
 */
export class SearchEffort {
	private readonly searchRequests = new Map<string, number>();

	/** The maximum number of sequential requests for one contact. */
	maxPerContact = 0;

	private totalMs = 0;

	private responses = 0;

	/** @param nth the position among the requests for the same contact, starting at 1 */
	addSearchRequest(channelKey: string, nth: number): void {
		this.maxPerContact = Math.max(this.maxPerContact, nth);
		this.searchRequests.set(channelKey, this.requestsOf(channelKey) + 1);
	}

	addResponse(milliseconds: number): void {
		this.totalMs += milliseconds;
		this.responses += 1;
	}

	requestsOf(channelKey: string): number {
		return this.searchRequests.get(channelKey) ?? 0;
	}

	/** The average response time, or 0 without responses. */
	get responseMs(): number {
		return this.responses === 0 ? 0 : this.totalMs / this.responses;
	}
}
