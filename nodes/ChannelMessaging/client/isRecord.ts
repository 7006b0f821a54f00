import type { IDataObject } from 'n8n-workflow';

/** Returns whether the value is an object. Arrays don't count. */
export function isRecord(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
