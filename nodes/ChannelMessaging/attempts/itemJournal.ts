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

/** The result of an item: its output, or an error with an unknown outcome. */
type Conclusion = { kind: 'done'; result: IDataObject[] } | { kind: 'failed'; error: ApiError };

/**
 * The results of all attempts (Retry On Fail) of a node execution for one item.
 *
 * An item has started when the service processed or may have processed a write request, or when a
 * key was or may have been recorded. Later attempts reuse the parameters of a started item, because
 * expressions can return other values or fail.
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
	 * The ID of the existing contact that *Create or Update* updates, or `undefined` if it creates a
	 * contact.
	 */
	existingContactId: string | undefined;

	private latest: Item | undefined;

	private known: Conclusion | undefined;

	/** Must be called before an attempt sends requests for the item. */
	begin(item: Item): void {
		if (!this.hasStarted) this.latest = item;
	}

	/** Must be called when an attempt has finished the item. */
	end(conclusion: Conclusion): void {
		if (this.hasStarted) this.known = conclusion;
	}

	/** The item with the parameters of the attempt that started it. `undefined` until then. */
	get started(): Item | undefined {
		return this.hasStarted ? this.latest : undefined;
	}

	/** The result of a started item that an attempt finished. `undefined` until then. */
	get conclusion(): Conclusion | undefined {
		return this.known;
	}

	/** Whether a write request for the item succeeded in any attempt. */
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

	/** Records only results that later attempts need: writes, and unknown outcomes. */
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
