import type { IDataObject } from 'n8n-workflow';

import { ApiError } from '../client/apiError';
import { type ApiResponse, compactResponse } from '../client/readResponse';
import type { ChannelRequest } from '../client/types';

interface KeyRecord {
	/** In the state `mayBeSent`, the key must not be removed from the store. */
	state: 'notRecorded' | 'recorded' | 'mayBeSent';

	/** The error from recording the key. The key may have been recorded despite the error. */
	error?: ApiError;
}

/** What an item is known to have done: its output, or an error with an unknown outcome. */
type Conclusion = { kind: 'done'; result: IDataObject[] } | { kind: 'failed'; error: ApiError };

/**
 * What all attempts (Retry On Fail) of a node execution have done for an item.
 *
 * An item has started when it has or may have changed something: a write request was or may have
 * been processed, or a key was recorded. Later attempts continue a started item as it was read
 * then, because their expressions can return other values, or fail.
 *
 * @typeParam Item an item with its parameters and its credential
 */
export class ItemJournal<Item> {
	/** Identifies the item in all attempts. */
	readonly id = Symbol('item');

	/** Maps request keys to responses, and to errors with an unknown outcome. */
	private readonly results = new Map<string, ApiResponse | ApiError>();

	private readonly keyRecords = new Map<string, KeyRecord>();

	/**
	 * The ID of the existing contact that *Create or Update* saves, or `undefined` if it creates one.
	 */
	existingContactId: string | undefined;

	private latest: Item | undefined;

	private known: Conclusion | undefined;

	/** Must be called before an attempt sends requests for the item. */
	begin(item: Item): void {
		if (!this.hasStarted) this.latest = item;
	}

	/** Must be called when an attempt has ended the item. */
	end(conclusion: Conclusion): void {
		if (this.hasStarted) this.known = conclusion;
	}

	/** The item as it was read by the attempt that started it, or `undefined` if none has. */
	get started(): Item | undefined {
		return this.hasStarted ? this.latest : undefined;
	}

	/** What is known of a started item since an attempt ended it. */
	get conclusion(): Conclusion | undefined {
		return this.known;
	}

	/** Whether the service processed a write request of the item. */
	get hasResponse(): boolean {
		return [...this.results.values()].some((result) => !(result instanceof ApiError));
	}

	private get hasStarted(): boolean {
		const isKeyTouched = ({ state, error }: KeyRecord) =>
			state !== 'notRecorded' || error !== undefined;
		return this.results.size > 0 || [...this.keyRecords.values()].some(isKeyTouched);
	}

	/** @param key the idempotency key of a message */
	keyRecord(key: string): KeyRecord {
		const record = this.keyRecords.get(key) ?? { state: 'notRecorded' };
		this.keyRecords.set(key, record);
		return record;
	}

	/** @param count the number of the item's previous requests with the same method and path */
	result(request: ChannelRequest, count: number): ApiResponse | ApiError | undefined {
		return this.results.get(requestKey(request, count));
	}

	/** Records a result that later attempts need. */
	record(request: ChannelRequest, count: number, result: ApiResponse | ApiError): void {
		const key = requestKey(request, count);
		if (result instanceof ApiError) {
			if (result.outcome === 'unknown') this.results.set(key, result);
		} else if (request.method !== 'GET') {
			// Responses to reads aren't stored, because reads can be repeated and their responses are
			// large.
			this.results.set(key, compactResponse(result));
		}
	}
}

function requestKey({ method, path }: ChannelRequest, count: number): string {
	return `${method} ${path} ${String(count)}`;
}
