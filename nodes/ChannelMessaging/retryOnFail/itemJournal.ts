import { ApiError } from '../client/apiError';
import { type ApiResponse, compactResponse } from '../client/apiResponse';
import type { ChannelRequest } from '../client/channelRequest';

/** See `withIdempotencyKey` for the meaning of each state. */
export interface KeyRecord {
	state: 'doubtful' | 'mayBeSent' | 'notRecorded' | 'recorded';
	/**
	 * The error that occurred while the key was being recorded. The key may have been recorded
	 * nevertheless.
	 */
	error?: ApiError | undefined;
}

/**
 * Records the requests for one item across all attempts of a node execution (Retry On Fail). An
 * item counts as started as soon as a write may have been processed or a key may have been
 * recorded. Later attempts reuse the item's parameters, because expressions that are evaluated
 * again could fail or return different values.
 *
 * @typeParam Item the item with its parameters and credential
 * @typeParam Conclusion the output or failure of a finished item
 */
export class ItemJournal<Item, Conclusion = unknown> {
	/** The item's ID, which stays the same across all attempts. */
	readonly id = Symbol('item');

	/** Responses and unknown outcomes, by request. */
	private readonly results = new Map<string, ApiResponse | ApiError>();

	private readonly keyRecords = new Map<string, KeyRecord>();

	/** The ID of the existing contact that *Create or Update* updates. */
	existingContactId: string | undefined;

	private latest: Item | undefined;

	private known: Conclusion | undefined;

	/** Must be called before an attempt sends requests for the item. */
	begin(item: Item): void {
		if (!this.hasStarted) this.latest = item;
	}

	/** Must be called when the item has been processed or its outcome is unknown. */
	end(conclusion: Conclusion): void {
		if (this.hasStarted) this.known = conclusion;
	}

	/** The item with the parameters from the attempt that started it. */
	get started(): Item | undefined {
		return this.hasStarted ? this.latest : undefined;
	}

	/** The output or failure of this item. Set only if the item started. */
	get conclusion(): Conclusion | undefined {
		return this.known;
	}

	/** The number of successful writes for this item across all attempts. */
	get responseCount(): number {
		return [...this.results.values()].filter((result) => !(result instanceof ApiError)).length;
	}

	private get hasStarted(): boolean {
		const keys = [...this.keyRecords.values()];
		return this.results.size > 0 || keys.some(({ state }) => state !== 'notRecorded');
	}

	keyRecord(key: string): KeyRecord {
		const record = this.keyRecords.get(key) ?? { state: 'notRecorded' };
		this.keyRecords.set(key, record);
		return record;
	}

	/** @param count the number of the item's earlier requests with the same method and path */
	result(request: ChannelRequest, count: number): ApiResponse | ApiError | undefined {
		return this.results.get(requestKey(request, count));
	}

	/** Records the result of a request. From now on, the item counts as started. */
	record(request: ChannelRequest, count: number, result: ApiResponse | ApiError): void {
		const kept = result instanceof ApiError ? result : compactResponse(result);
		this.results.set(requestKey(request, count), kept);
	}
}

function requestKey({ method, path }: ChannelRequest, count: number): string {
	return `${method} ${path} ${String(count)}`;
}
