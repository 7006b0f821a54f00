import type { IDataObject } from 'n8n-workflow';

/** Whether a value from JSON is an object with keys: not null, not a list. */
export function isRecord(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
