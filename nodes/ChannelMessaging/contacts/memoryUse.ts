import { ApiError } from '../client/apiError';
import { maxOutputBytes } from '../client/responseLimits';
import { mapInSlices, type TimeSlice } from '../scheduling/timeSlicer';

/** The approximate size of an empty object in V8's heap. */
const objectBytes = 64;

/** The approximate size of a number or an empty string, including its reference. */
const valueBytes = 24;

/** V8 uses 2 bytes per character if a string contains any character outside Latin-1. */
const characterBytes = 2;

/** This function is recursive, so callers must limit the depth of the value. */
export function sizeOf(value: unknown): number {
	if (typeof value === 'string') return valueBytes + characterBytes * value.length;
	if (typeof value !== 'object' || value === null) return valueBytes;
	let bytes = objectBytes;
	if (Array.isArray(value)) {
		for (const entry of value) bytes += sizeOf(entry);
		return bytes;
	}
	for (const [key, entry] of Object.entries(value)) {
		bytes += characterBytes * key.length + sizeOf(entry);
	}
	return bytes;
}

/** Counts the memory that n8n or the node uses until the node execution ends. */
export class MemoryUse {
	private bytes = 0;

	/** Adds a JSON value and returns its estimated size in bytes. */
	add(json: unknown): number {
		const bytes = sizeOf(json);
		this.bytes += bytes;
		return bytes;
	}

	async addAll(list: readonly unknown[], slice: TimeSlice): Promise<number> {
		let bytes = 0;
		await mapInSlices(list, slice, (json) => {
			bytes += this.add(json);
		});
		return bytes;
	}

	remove(bytes: number): void {
		this.bytes -= bytes;
	}

	/** Throws if the limit is reached. Must be called before a request whose response is kept. */
	assertNotFull(): void {
		if (this.bytes < maxOutputBytes) return;
		throw new ApiError({ reason: 'outputTooLarge', outcome: 'notDone' });
	}
}
