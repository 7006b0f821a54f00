import type { IDataObject } from 'n8n-workflow';

import { ApiError } from '../client/apiError';
import { type ApiResponse, compactResponse } from '../client/readResponse';
import type { ChannelRequest } from '../client/types';

/** The header of `withIdempotencyKey.ts` describes the states. */
export interface KeyRecord {
	state: 'doubtful' | 'mayBeSent' | 'notRecorded' | 'recorded';
	/** The key may have been recorded despite the error. */
	error?: ApiError | undefined;
}

/** A finished item: its output, or an error with an unknown outcome. */
type Conclusion = { kind: 'done'; result: IDataObject[] } | { kind: 'failed'; error: ApiError };

/**
 * What all attempts (Retry On Fail) of a node execution did for one item. An item has started once
 * a write was or may have been processed, or a key was or may have been recorded. From then on,
 * attempts reuse its parameters, as expressions can return something else or fail.
 *
 * @typeParam Item with parameters and credential
 */
export class ItemJournal<Item> {
	/** Identifies the item in all attempts. */
	readonly id = Symbol('item');

	/** Results by request: responses, and errors with an unknown outcome. */
	private readonly results = new Map<string, ApiResponse | ApiError>();

	private readonly keyRecords = new Map<string, KeyRecord>();

	/** Set if *Create or Update* updates an existing contact. */
	existingContactId: string | undefined;

	private latest: Item | undefined;

	private known: Conclusion | undefined;

	/** Call before an attempt sends requests for the item. */
	begin(item: Item): void {
		if (!this.hasStarted) this.latest = item;
	}

	/** Call when an attempt has finished the item. */
	end(conclusion: Conclusion): void {
		if (this.hasStarted) this.known = conclusion;
	}

	/** The item as it was when an attempt started it. */
	get started(): Item | undefined {
		return this.hasStarted ? this.latest : undefined;
	}

	/** Set once an attempt has finished the started item. */
	get conclusion(): Conclusion | undefined {
		return this.known;
	}

	/** A write for this item succeeded in any attempt. */
	get hasResponse(): boolean {
		return [...this.results.values()].some((result) => !(result instanceof ApiError));
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

	/** @param count earlier requests of the item with the same method and path */
	result(request: ChannelRequest, count: number): ApiResponse | ApiError | undefined {
		return this.results.get(requestKey(request, count));
	}

	/** Only writes and unknown outcomes matter to later attempts. */
	record(request: ChannelRequest, count: number, result: ApiResponse | ApiError): void {
		const key = requestKey(request, count);
		if (result instanceof ApiError) {
			if (result.outcome === 'unknown') this.results.set(key, result);
		} else if (request.method !== 'GET') {
			// Reads can be repeated, and their responses are large.
			this.results.set(key, compactResponse(result));
		}
	}
}

function requestKey({ method, path }: ChannelRequest, count: number): string {
	return `${method} ${path} ${String(count)}`;
}
