import { type CustomFieldReference, keyOf } from '../customFieldValues/customFieldReference';

/**
 * Counts the requests that each search sends and measures response times, so that a test can
 * estimate how long sending takes.
 */
export class SearchMeasurements {
	private readonly requests = new Map<string, number>();

	/** Contacts that are read after they were found, because the search returned no time zone. */
	private readonly timeZoneReads = new Set<string>();

	private totalMs = 0;

	private responses = 0;

	addSearchRequest(channelKey: string, contact: CustomFieldReference): void {
		const key = `${channelKey} ${keyOf(contact)}`;
		this.requests.set(key, (this.requests.get(key) ?? 0) + 1);
	}

	addTimeZoneRead(channelKey: string, contact: CustomFieldReference): void {
		this.timeZoneReads.add(`${channelKey} ${keyOf(contact)}`);
	}

	needsTimeZoneRead(channelKey: string, contact: CustomFieldReference): boolean {
		return this.timeZoneReads.has(`${channelKey} ${keyOf(contact)}`);
	}

	addResponse(milliseconds: number): void {
		this.totalMs += milliseconds;
		this.responses += 1;
	}

	/**
	 * Returns the number of requests that the search for a contact took, or 0 if there was no search.
	 */
	requestsOf(channelKey: string, contact: CustomFieldReference): number {
		return this.requests.get(`${channelKey} ${keyOf(contact)}`) ?? 0;
	}

	/** The average response time, or 0 if there were no responses. */
	get responseMs(): number {
		return this.responses === 0 ? 0 : this.totalMs / this.responses;
	}
}
