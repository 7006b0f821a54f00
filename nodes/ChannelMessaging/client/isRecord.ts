import type { IDataObject } from 'n8n-workflow';

/** Returns `false` for arrays. */
export function isRecord(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
