import { ApiError } from '../client/apiError';
import { maxOutputBytes } from '../client/responseLimits';
import { mapInSlices, type TimeSlice } from '../scheduling/timeSlicer';

/** An object or array without its values, in V8's heap. */
const objectBytes = 64;

/** A number, or a text without its characters, and the reference to it. */
const valueBytes = 24;

/** Texts need 2 bytes per character if one of them isn't in Latin-1. */
const characterBytes = 2;

/** Estimates the memory of a JSON value, which may not be nested too deeply for recursion. */
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

/** Counts the memory of data that n8n or the node keeps until a node execution ends. */
export class KeptData {
	private bytes = 0;

	/** Returns the size of the data. */
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

	/** Must be called before a request whose response is kept. */
	assertNotFull(): void {
		if (this.bytes < maxOutputBytes) return;
		throw new ApiError({ reason: 'outputTooLarge', outcome: 'notDone' });
	}
}
